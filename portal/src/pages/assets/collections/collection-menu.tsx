import { Menu } from '@mantine/core'
import { IconDownload, IconPencil, IconPhotoOff, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Collection } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { downloadText } from '../../../strings/downloads.ts'
import { sharesText } from '../../../strings/shares.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import { type DownloadFormat, downloadFormats, useArchive } from '../use-archive.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { CollectionForm } from './collection-form.tsx'
import { useCollectionsChanged, useSetCover } from './use-collection-changes.ts'

/** The actions for the open collection. Readers can download it. */
export function CollectionMenu({ collection }: { collection: Collection }) {
  const { id, name, items_count, cover_asset_id } = collection
  const { api, can } = useCompany()
  const { change } = useAssetSearch()
  const [asking, setAsking] = useState<'edit' | 'share' | 'remove'>()
  const archive = useArchive()
  const setCover = useSetCover(id)
  const changed = useCollectionsChanged()
  const close = () => setAsking(undefined)
  const canWrite = can('assets:write')

  async function remove() {
    await api.collections.delete(id)
    notifyDone(text.removed)
    change({ collection: undefined, asset: undefined }, { replace: true })
    await changed()
  }

  if (!canWrite && !can('shares:write') && items_count === 0) return null
  return (
    <>
      <ActionsMenu label={text.actions}>
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
            <Menu.Label>{text.formats}</Menu.Label>
            {(Object.keys(downloadFormats) as DownloadFormat[]).map((format) => (
              <Menu.Item
                key={format}
                leftSection={<IconDownload size={16} />}
                onClick={() => archive.mutate({ collectionId: id, format })}
              >
                {downloadText.formats[format]}
              </Menu.Item>
            ))}
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
      </ActionsMenu>
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
