import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedSearch } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { savedSearchText as text } from '../../../strings/saved-searches.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSend } from '../../../ui/use-send.ts'
import classes from '../filter-bar.module.css'
import { useAssetSearch } from '../use-asset-search.ts'
import { canSave, filtersOf } from './saved-filters.ts'
import { useSavedSearchesChanged } from './saved-search-queries.ts'

export function SaveSearch() {
  const { search } = useAssetSearch()
  const [isSaving, setIsSaving] = useState(false)
  if (!useCompany().can('library:write') || !canSave(search)) return null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.clear}
        leftSection={<IconBookmarkPlus size={14} />}
        onClick={() => setIsSaving(true)}
      >
        {text.save}
      </Button>
      <Dialog opened={isSaving} onClose={() => setIsSaving(false)} title={text.saveTitle}>
        <SaveForm onClose={() => setIsSaving(false)} />
      </Dialog>
    </>
  )
}

function SaveForm({ onClose }: { onClose(): void }) {
  const { api } = useCompany()
  const { search, change } = useAssetSearch()
  const changed = useSavedSearchesChanged()
  const form = useForm({
    initialValues: { name: search.q ?? '', isShared: false, isFollowed: false },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    async ({ name, isShared, isFollowed }): Promise<SavedSearch> => {
      const visibility = isShared ? 'company' : 'private'
      const body = {
        name: name.trim(),
        filters: filtersOf(search),
        sort: search.sort ?? null,
        visibility,
      } as const
      const saved = await api.savedSearches.create(body)
      return isFollowed ? api.savedSearches.follow(saved.id) : saved
    },
    async ({ id }) => {
      onClose()
      notifyDone(text.saved)
      change({ saved: id }, { replace: true })
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <Checkbox
          label={text.company}
          description={text.companyHint}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
        <Checkbox
          label={text.follow}
          description={text.followHint}
          {...form.getInputProps('isFollowed', { type: 'checkbox' })}
        />
        <DialogFooter onCancel={onClose} submit={text.save} isSending={isSending} />
      </Stack>
    </form>
  )
}
