import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { uiText } from '../../strings/ui.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { tagsQuery } from './asset-queries.ts'
import { useTagsNamed } from './use-tags-named.ts'

const typingMs = 200

type Props = {
  action: 'tag' | 'untag'
  opened: boolean
  count: number
  onClose(): void
  /** @param tags are ids. */
  onPick(tags: string[]): void
}

export function TagDialog(props: Props) {
  const { action, opened, count, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={action === 'tag' ? text.tagTitle(count) : text.untagTitle(count)}
      closeButtonProps={{ 'aria-label': uiText.close }}
    >
      <Form {...props} />
    </Modal>
  )
}

/** Tags by name; those that are not there yet are made, when they are to be put on something. */
function Form({ action, onClose, onPick }: Props) {
  const [names, setNames] = useState<string[]>([])
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery(tagsQuery(useCompany(), asked))
  const named = useTagsNamed(action === 'tag')

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        named.mutate(names, {
          onSuccess(ids) {
            onClose()
            onPick(ids)
          },
        })
      }}
    >
      <Stack>
        <FormFailure failure={named.error} />
        <TagsInput
          label={text.chooseTags}
          data-autofocus
          data={found.data?.map(({ name }) => name) ?? []}
          filter={({ options }) => options}
          value={names}
          onChange={setNames}
          searchValue={words}
          onSearchChange={setWords}
          comboboxProps={{ withinPortal: true }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" loading={named.isPending} disabled={names.length === 0}>
            {action === 'tag' ? text.addTags : text.removeTags}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
