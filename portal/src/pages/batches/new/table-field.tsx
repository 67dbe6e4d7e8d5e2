import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { useEventListener, useWindowEvent } from '@mantine/hooks'
import { IconClipboard, IconFileUpload, IconTable } from '@tabler/icons-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { newBatchText as text } from '../../../strings/batches.ts'
import { DropArea } from '../../../ui/drop-area.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import type { FoundFile } from '../../../uploads/found-files.ts'
import classes from '../batches.module.css'
import type { Table } from './table.ts'

const rowFileTypes = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,text/csv,text/tab-separated-values'

type Props = {
  table: Table | undefined
  isReading: boolean
  error: Error | null
  onFile(file: File): void
}

export function TableField({ table, isReading, error, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isPasting, setIsPasting] = useState(false)
  usePastedTable(onFile)

  function drop(found: readonly FoundFile[]) {
    if (found.length === 1) onFile(found[0]!.file)
    else notifyError(new Error(text.oneFile))
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) onFile(file)
    // Allows selecting the same file again, after it was changed.
    currentTarget.value = ''
  }

  const chooser = (
    <input
      ref={input}
      type="file"
      hidden
      accept={rowFileTypes}
      aria-label={text.chooseFile}
      onChange={choose}
    />
  )
  if (table && !isReading)
    return (
      <DropArea title={text.dropHere} hint={text.dropHint} canDrop onFiles={drop}>
        <Stack gap="sm">
          <Group gap="sm" wrap="nowrap">
            <IconTable size={20} stroke={1.5} aria-hidden className={classes.fixed} />
            <div className={classes.grow}>
              <Text size="sm" fw={500} truncate title={table.file.name}>
                {table.file.name}
              </Text>
              <Text size="xs" c="dimmed">
                {text.facts(table.rows_total, table.columns.length)}
              </Text>
            </div>
            {chooser}
            <Button
              size="compact-sm"
              variant="default"
              className={classes.fixed ?? ''}
              aria-label={text.replaceTable}
              onClick={() => input.current?.click()}
            >
              {text.replace}
            </Button>
          </Group>
          <FormFailure failure={error} />
        </Stack>
      </DropArea>
    )
  return (
    <DropArea title={text.dropHere} hint={text.dropHint} canDrop onFiles={drop}>
      <div className={classes.drop}>
        {isReading ? (
          <Loader size="sm" aria-label={text.reading} />
        ) : (
          <>
            <IconTable size={32} stroke={1.25} aria-hidden />
            <Text fw={500} size="sm">
              {text.dropTitle}
            </Text>
            <Text size="xs" c="dimmed" ta="center" maw={300}>
              {text.dropText}
            </Text>
            {chooser}
            <Group gap="xs" justify="center" mt="xs">
              <Button
                size="compact-sm"
                leftSection={<IconFileUpload size={15} aria-hidden />}
                onClick={() => input.current?.click()}
              >
                {text.chooseFile}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-expanded={isPasting}
                leftSection={<IconClipboard size={15} aria-hidden />}
                onClick={() => setIsPasting(!isPasting)}
              >
                {text.paste}
              </Button>
            </Group>
          </>
        )}
      </div>
      {isPasting && !isReading && <PasteField onFile={onFile} />}
      {error && (
        <div className={classes.failure}>
          <FormFailure failure={error} />
        </div>
      )}
    </DropArea>
  )
}

function PasteField({ onFile }: Pick<Props, 'onFile'>) {
  const [pasted, setPasted] = useState('')
  const field = useEventListener('paste', (event: ClipboardEvent) => {
    const table = tableIn(event)
    if (!table) return
    event.preventDefault()
    onFile(table)
  })
  return (
    <Stack gap="xs" mt="md" align="flex-start">
      <Textarea
        ref={field as React.Ref<HTMLTextAreaElement>}
        w="100%"
        rows={4}
        label={text.pasteLabel}
        description={text.pasteHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ input: classes.pasted }}
        wrap="off"
        autoFocus
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={pasted.trim() === ''}
        onClick={() => onFile(fileOf(pasted))}
      >
        {text.usePasted}
      </Button>
    </Stack>
  )
}

/** Handles pasted cells anywhere on the page, unless a field has the focus. */
function usePastedTable(onFile: (file: File) => void) {
  useWindowEvent('paste', (event) => {
    const { target } = event
    if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]')) return
    const file = event.clipboardData?.files[0] ?? tableIn(event)
    if (file) onFile(file)
  })
}

/** The pasted table. Spreadsheets copy cells as tab-separated text. */
function tableIn({ clipboardData }: ClipboardEvent): File | undefined {
  const pasted = clipboardData?.getData('text/plain') ?? ''
  return /\t.*\n|\n.*\t/.test(pasted) || (/\n\S/.test(pasted) && /[\t,;]/.test(pasted))
    ? fileOf(pasted)
    : undefined
}

const fileOf = (pasted: string) => new File([pasted], text.pastedName, { type: 'text/tab-separated-values' })
