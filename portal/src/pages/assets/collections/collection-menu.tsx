import { Menu } from '@mantine/core'
import { IconPencil, IconPhotoOff, IconShare, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Collection } from '../../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { sharesText } from '../../../strings/shares.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { ContextMenu, type RowMenu } from '../../../ui/context-menu.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import { DownloadItems } from '../download-items.tsx'
import { useArchive } from '../use-archive.ts'
import { CollectionForm } from './collection-form.tsx'
import { useCollectionsChanged, useSetCover } from './use-collection-changes.ts'

/** Whether the person can do anything with a collection except open it. */
export const hasActions = ({ can }: CurrentCompany, { items_count }: Collection) =>
  can('library:write') || can('shares:write') || items_count > 0

type MenuProps = {
  collection: Collection
  onGone(): void
}

export function CollectionMenu(props: MenuProps) {
  if (!hasActions(useCompany(), props.collection)) return null
  return (
    <CollectionActions {...props}>
      {(items) => <ActionsMenu label={text.actions}>{items}</ActionsMenu>}
    </CollectionActions>
  )
}

type ContextProps = {
  menu: RowMenu<Collection>
  onGone?(id: string): void
}

export function CollectionContextMenu({ menu: { row, at, close }, onGone }: ContextProps) {
  if (!row) return null
  return (
    <CollectionActions key={row.id} collection={row} onGone={() => onGone?.(row.id)}>
      {(items) => (
        <ContextMenu at={at} onClose={close} label={text.actionsOf(row.name)}>
          {items}
        </ContextMenu>
      )}
    </CollectionActions>
  )
}

type ActionsProps = MenuProps & {
  children(items: ReactNode): ReactNode
}

/** The actions for a collection, with their dialogs. Readers can download it. */
function CollectionActions({ collection, onGone, children }: ActionsProps) {
  const { id, name, items_count, cover_asset_id } = collection
  const { api, can } = useCompany()
  const [asking, setAsking] = useState<'edit' | 'share' | 'remove'>()
  const archive = useArchive()
  const setCover = useSetCover(id)
  const changed = useCollectionsChanged()
  const close = () => setAsking(undefined)
  const canWrite = can('library:write')

  async function remove() {
    await api.collections.delete(id)
    notifyDone(text.removed)
    onGone()
    await changed()
  }

  return (
    <>
      {children(
        <>
          {canWrite && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('edit')}>
              {text.edit}
            </Menu.Item>
          )}
          {canWrite && cover_asset_id !== null && (
            <Menu.Item leftSection={<IconPhotoOff size={16} />} onClick={() => setCover.mutate(null)}>
              {text.noCover}
            </Menu.Item>
          )}
          {can('shares:write') && (
            <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setAsking('share')}>
              {sharesText.share}
            </Menu.Item>
          )}
          {items_count > 0 && (
            <>
              <Menu.Divider />
              <DownloadItems
                label={text.formats}
                onPick={(form) => archive.mutate({ collectionId: id, ...form })}
              />
            </>
          )}
          {canWrite && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('remove')}>
                {text.remove}
              </Menu.Item>
            </>
          )}
        </>,
      )}
      <CollectionForm opened={asking === 'edit'} onClose={close} collection={collection} />
      <ShareDialog opened={asking === 'share'} onClose={close} name={name} target={{ collection_id: id }} />
      <Confirm
        opened={asking === 'remove'}
        onClose={close}
        title={text.removeTitle(name)}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={remove}
      >
        {text.removeText}
      </Confirm>
    </>
  )
}
