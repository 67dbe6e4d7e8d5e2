import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Property } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PropertyForm } from './property-form.tsx'
import { propertyType } from './property-queries.ts'

/** @param count the number of properties of its kind. */
export function PropertyMenu({ property, count }: { property: Property; count: number }) {
  const { api, id: companyId } = useCompany()
  const queryClient = useQueryClient()
  const changed = () => queryClient.invalidateQueries({ queryKey: [companyId, propertyType] })
  const [asking, setAsking] = useState<'edit' | 'remove'>()
  const close = () => setAsking(undefined)
  const { id, label, position } = property
  const move = useMutation({
    mutationFn: (to: number) => api.properties.update(id, { position: to }),
    onSuccess: changed,
  })
  async function remove() {
    await api.properties.delete(id)
    notifyDone(text.removed)
    await changed()
  }
  return (
    <>
      <ActionsMenu label={text.actions(label)}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('edit')}>
          {text.edit}
        </Menu.Item>
        {position > 0 && (
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => move.mutate(position - 1)}>
            {text.moveUp}
          </Menu.Item>
        )}
        {position < count - 1 && (
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => move.mutate(position + 1)}>
            {text.moveDown}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('remove')}>
          {text.remove}
        </Menu.Item>
      </ActionsMenu>
      <PropertyForm opened={asking === 'edit'} onClose={close} property={property} />
      <Confirm
        opened={asking === 'remove'}
        onClose={close}
        title={text.removeTitle(label)}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={remove}
      >
        {text.removeText}
      </Confirm>
    </>
  )
}
