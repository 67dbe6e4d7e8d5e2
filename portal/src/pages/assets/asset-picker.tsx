import { Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { listQuery } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { More } from '../../ui/loaded.tsx'
import { Failed } from '../../ui/states.tsx'
import classes from './asset-picker.module.css'
import { Thumbnail } from './thumbnail.tsx'

const typingMs = 200
const pictureWidth = 160

type Props = {
  opened: boolean
  onClose(): void
  title: string
  type: Asset['type']
  submit: string
  /** If set, only assets in this folder and below it can be selected. */
  folderId?: string | undefined
  /** Whether at most one asset can be selected. */
  isSingle?: boolean
  /** Called for each asset, in the order of selection. */
  onPick(asset: Asset): Promise<unknown>
}

/** Selects assets of one type from the whole library. */
export function AssetPicker({ opened, onClose, title, ...rest }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="xl">
      <Picker onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Picker({
  onClose,
  type,
  submit,
  folderId,
  isSingle = false,
  onPick,
}: Omit<Props, 'opened' | 'title'>) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<Asset[]>([])
  const pick = useMutation({ mutationFn: pickAll, onSuccess: onClose, meta: { showsError: true } })
  const has = ({ id }: Asset) => chosen.some((one) => one.id === id)
  const toggle = (asset: Asset) =>
    setChosen(has(asset) ? chosen.filter(({ id }) => id !== asset.id) : [...(isSingle ? [] : chosen), asset])

  /** Deselects finished assets, so that a retry continues with the rest. */
  async function pickAll() {
    for (const asset of chosen) {
      await onPick(asset)
      setChosen((chosen) => chosen.filter(({ id }) => id !== asset.id))
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) pick.mutate()
      }}
    >
      <Stack>
        <FormFailure failure={pick.error} />
        <TextInput
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          data-autofocus
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Found type={type} folderId={folderId} words={words} isChosen={has} onToggle={toggle} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {text.selected(chosen.length)}
          </Text>
          <DialogFooter onCancel={onClose} submit={submit} isSending={pick.isPending} />
        </Group>
      </Stack>
    </form>
  )
}

type FoundProps = {
  type: Asset['type']
  folderId: string | undefined
  words: string
  isChosen(asset: Asset): boolean
  onToggle(asset: Asset): void
}

function Found({ type, folderId, words, isChosen, onToggle }: FoundProps) {
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useInfiniteQuery({
    ...listQuery<Asset>(useCompany(), 'asset', '/assets', {
      type,
      folder_id: folderId,
      recursive: folderId !== undefined || undefined,
      search: asked || undefined,
    }),
    placeholderData: keepPreviousData,
  })
  if (found.isPending) return <Skeleton className={classes.scroll} aria-busy />
  if (found.isError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (found.data.length === 0)
    return (
      <Text size="sm" c="dimmed" py="xl" ta="center">
        {text.noMatchTitle}
      </Text>
    )
  return (
    <div className={classes.scroll}>
      <ul className={classes.list} aria-label={text.title}>
        {found.data.map((asset) => (
          <li key={asset.id}>
            <button
              type="button"
              className={classes.asset}
              aria-pressed={isChosen(asset)}
              onClick={() => onToggle(asset)}
            >
              <span className={classes.picture}>
                <Thumbnail asset={asset} width={pictureWidth} />
                {isChosen(asset) && (
                  <span className={classes.check}>
                    <IconCheck size={14} stroke={3} aria-hidden />
                  </span>
                )}
              </span>
              <span className={classes.name} title={asset.name}>
                {asset.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <More query={found} />
    </div>
  )
}
