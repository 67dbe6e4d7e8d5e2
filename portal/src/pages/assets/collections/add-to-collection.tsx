import { Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWholeList } from '../../../lists.ts'
import { useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Failed } from '../../../ui/states.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { collectionsQuery } from './collection-queries.ts'
import { useAddToCollection } from './use-collection-changes.ts'

type Props = {
  opened: boolean
  onClose(): void
  ids: readonly string[]
  onAdded(): void
}

export function AddToCollection({ opened, onClose, ids, onAdded }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.addTitle(ids.length)}>
      <Choice onClose={onClose} ids={ids} onAdded={onAdded} />
    </Dialog>
  )
}

/** A value that is not the ID of any collection. */
const isNew = 'new'

function Choice({ onClose, ids, onAdded }: Omit<Props, 'opened'>) {
  const { data: collections, error, refetch } = useWholeList(collectionsQuery(useCompany()))
  const add = useAddToCollection()
  const form = useForm({
    initialValues: { collection: isNew, name: '' },
    validate: {
      name: (name, { collection }) => (collection === isNew && name.trim() === '' ? uiText.required : null),
    },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ collection, name }) => {
      const known = collections?.find(({ id }) => id === collection)
      return add.mutateAsync({ collection: known ?? { name: name.trim() }, ids })
    },
    () => {
      onClose()
      onAdded()
    },
  )
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <Select
          label={text.chosen}
          searchable
          allowDeselect={false}
          nothingFoundMessage={text.noneFound}
          data={[
            { value: isNew, label: text.newName },
            ...(collections ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('collection')}
        />
        {form.values.collection === isNew && (
          <TextInput label={text.name} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        )}
        <DialogFooter onCancel={onClose} submit={text.add} isSending={isSending} />
      </Stack>
    </form>
  )
}
