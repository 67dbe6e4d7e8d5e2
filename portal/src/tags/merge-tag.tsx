import { Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssetTag, TemplateTag } from '../../../sdk/src/index.ts'
import { useCompany } from '../session.ts'
import { tagText as text } from '../strings/tags.ts'
import { uiText } from '../strings/ui.ts'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { notifyDone } from '../ui/notify.tsx'
import { useSend } from '../ui/use-send.ts'
import { type Tagged, tagsIn, tagsQuery } from './tag-queries.ts'
import { useTagsChanged } from './use-tag-changes.ts'

const typingMs = 200

type Props = {
  noun: Tagged
  tag: AssetTag | TemplateTag
  opened: boolean
  onClose(): void
  onGone(): void
}

export function MergeTag(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={text.mergeTitle(props.tag.name)}>
      <MergeForm {...props} />
    </Dialog>
  )
}

function MergeForm({ noun, tag, onClose, onGone }: Props) {
  const company = useCompany()
  const changed = useTagsChanged(noun)
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery(tagsQuery(company, noun, asked))
  const others = found.data?.filter(({ id }) => id !== tag.id) ?? []
  const form = useForm<{ tags: string | null }>({
    initialValues: { tags: null },
    validate: { tags: (into) => (into === null ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ tags: into }) => tagsIn(company.api, noun).merge(into!, { tags: [tag.id] }),
    async ({ name }) => {
      onClose()
      onGone()
      notifyDone(text.merged(tag.name, name))
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <Text size="sm" c="dimmed">
          {text.mergeText}
        </Text>
        <Select
          label={text.into}
          data-autofocus
          searchable
          searchValue={words}
          onSearchChange={setWords}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          filter={({ options }) => options}
          nothingFoundMessage={text.noneFound}
          {...form.getInputProps('tags')}
        />
        <DialogFooter onCancel={onClose} submit={text.mergeNow} isSending={isSending} />
      </Stack>
    </form>
  )
}
