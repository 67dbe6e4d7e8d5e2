import { Button, Group, NumberInput, Radio, Select, Slider, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { etagOf } from '../../../../../sdk/src/http/etag.ts'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { ifMatch } from '../../../api.ts'
import { useCompany } from '../../../session.ts'
import { editorText as text } from '../../../strings/editor.ts'
import { uiText } from '../../../strings/ui.ts'
import dialog from '../../../ui/dialog.module.css'
import { ErrorText, notifyAction, notifyDone } from '../../../ui/notify.tsx'
import { assetQuery } from '../asset-queries.ts'
import { type Format, type QuickSize, quickSizes } from './edit-state.ts'
import classes from './editor.module.css'
import type { Editor, SizeChoice } from './use-editor.ts'

type Props = { asset: Asset; editor: Editor; onClose(): void; onCopied(copy: Asset): void }
type Result = 'version' | 'copy'

/** Lists open inside the dialog. Behind the picture, they would make the page wider on a phone. */
export const inDialog = { withinPortal: false }

export function SaveForm({ asset, editor, onClose, onCopied }: Props) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { queryKey } = assetQuery(company, asset.id, queryClient)
  const isAnimated = asset.is_animated === true
  const [as, setAs] = useState<Result>(isAnimated ? 'copy' : 'version')
  const [name, setName] = useState(() => text.copyOf(asset.name))
  const { edit, changesPicture, changesFocus } = editor
  const isChanged = changesPicture || (changesFocus && as === 'version')

  const save = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      const etag = queryClient.getQueryData(queryKey)?.etag
      if (!changesPicture)
        return company.api.assets.update(asset.id, { focal_point: edit.focal_point }, ifMatch(etag))
      return as === 'copy'
        ? company.api.assets.edit(asset.id, { ...edit, as, name: name.trim() })
        : company.api.assets.edit(asset.id, { ...edit, as }, ifMatch(etag))
    },
    onSuccess(saved) {
      if (as === 'version') queryClient.setQueryData(queryKey, { data: saved, etag: etagOf(saved) ?? null })
      onClose()
      if (as === 'version') notifyDone(text.saved)
      else notifyAction(text.copied(saved.name), text.open, () => onCopied(saved))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [company.id, 'asset'] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <Stack gap="md" className={classes.fields}>
        <SizeFields editor={editor} />
        <FormatFields editor={editor} />
        <Radio.Group label={text.saveAs} value={as} onChange={(value) => setAs(value as Result)}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="version"
              label={text.version}
              description={isAnimated ? text.animated : text.versionHint}
              disabled={isAnimated}
            />
            <Radio value="copy" label={text.copy} description={text.copyHint} />
          </Stack>
        </Radio.Group>
        {as === 'copy' && (
          <TextInput
            label={text.copyName}
            required
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        {save.error && (
          <Text size="sm" c="var(--mantine-color-error)" component="div" role="alert">
            <ErrorText error={save.error} />
          </Text>
        )}
      </Stack>
      <div className={classes.end}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {text.resultFacts(editor.result.width, editor.result.height, editor.format)}
        </Text>
        <Group gap="xs" className={dialog.order}>
          <Button type="submit" loading={save.isPending} disabled={!isChanged || editor.isTooWide}>
            {as === 'copy' ? text.saveCopy : text.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
        </Group>
      </div>
    </form>
  )
}

function SizeFields({ editor }: { editor: Editor }) {
  const { size, chooseSize, ownWidth, setOwnWidth, most, isTooWide, picture, growth } = editor
  const isPossible = (name: QuickSize) => {
    const { width, height } = quickSizes[name]
    return width <= picture.width * growth && height <= picture.height * growth
  }
  const names = Object.keys(quickSizes) as QuickSize[]
  const choices = [
    { value: 'asIs', label: text.sizes.asIs },
    ...names.map((value) => ({ value, label: text.sizes[value], disabled: !isPossible(value) })),
    { value: 'custom', label: text.sizes.custom },
  ]
  return (
    <>
      <Select
        label={text.size}
        data={choices}
        value={size}
        allowDeselect={false}
        comboboxProps={inDialog}
        error={isTooWide && size !== 'custom' && text.widthMost(most)}
        onChange={(value) => chooseSize(value as SizeChoice)}
      />
      {size === 'custom' && (
        <NumberInput
          label={text.width}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={ownWidth ?? ''}
          error={isTooWide && text.widthMost(most)}
          onChange={(value) => setOwnWidth(typeof value === 'number' && value > 0 ? value : undefined)}
        />
      )}
    </>
  )
}

function FormatFields({ editor }: { editor: Editor }) {
  const { format, setFormat, quality, setQuality } = editor
  const label = useId()
  return (
    <>
      <Select
        label={text.format}
        data={(Object.keys(text.formats) as Format[]).map((value) => ({ value, label: text.formats[value] }))}
        value={format}
        allowDeselect={false}
        comboboxProps={inDialog}
        onChange={(value) => setFormat(value as Format)}
      />
      {format !== 'png' && (
        <div>
          <Group justify="space-between">
            <Text id={label} size="sm" fw={500}>
              {text.quality}
            </Text>
            <Text size="sm" c="dimmed">
              {quality}
            </Text>
          </Group>
          <Slider
            min={1}
            max={100}
            label={null}
            value={quality}
            thumbProps={{ 'aria-labelledby': label }}
            onChange={setQuality}
          />
        </div>
      )}
    </>
  )
}
