import { Menu } from '@mantine/core'
import {
  IconDownload,
  IconFolderPlus,
  IconFolderSymlink,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText as text } from '../../../strings/assets.ts'
import { downloadText } from '../../../strings/downloads.ts'
import { sharesText } from '../../../strings/shares.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { formatDuration } from '../../../ui/amounts.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { companyQuery } from '../../settings/company.ts'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import { assetsBelowQuery } from '../asset-queries.ts'
import { type DownloadFormat, downloadFormats, useArchive } from '../use-archive.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { FolderForm } from './folder-form.tsx'
import { FolderPicker } from './folder-picker.tsx'
import { useMoveFolder, useTrashFolder } from './use-folder-changes.ts'

const daySeconds = 86_400

/** The actions for the open folder. Readers can download it. */
export function FolderMenu({ folder }: { folder: Folder }) {
  const [asking, setAsking] = useState<'create' | 'rename' | 'move' | 'share' | 'remove'>()
  const { change } = useAssetSearch()
  const company = useCompany()
  const archive = useArchive()
  const move = useMoveFolder()
  const trash = useTrashFolder()
  const close = () => setAsking(undefined)
  const { id, name, parent_id, folders_count } = folder
  const { data: settings } = useQuery({ ...companyQuery(company), enabled: asking === 'remove' })
  // `assets_count` does not include subfolders.
  const { data: assets } = useQuery({
    ...assetsBelowQuery(company, { folder_id: id, recursive: true }),
    enabled: asking === 'remove',
  })
  return (
    <>
      <ActionsMenu label={text.actions}>
        {company.can('assets:write') && (
          <>
            <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={() => setAsking('create')}>
              {text.create}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('rename')}>
              {text.rename}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => setAsking('move')}>
              {text.move}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {company.can('shares:write') && (
          <>
            <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setAsking('share')}>
              {sharesText.share}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{downloadText.folderFormats}</Menu.Label>
        {(Object.keys(downloadFormats) as DownloadFormat[]).map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={16} />}
            onClick={() => archive.mutate({ folderId: id, format })}
          >
            {downloadText.formats[format]}
          </Menu.Item>
        ))}
        {company.can('assets:write') && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('remove')}>
              {text.remove}
            </Menu.Item>
          </>
        )}
      </ActionsMenu>
      <FolderForm opened={asking === 'create'} onClose={close} title={text.createIn(name)} parentId={id} />
      <FolderForm
        opened={asking === 'rename'}
        onClose={close}
        title={text.renameTitle(name)}
        folder={folder}
      />
      <FolderPicker
        opened={asking === 'move'}
        onClose={close}
        title={text.moveTitle(name)}
        onPick={(parentId) => move.mutate({ id, parentId })}
      />
      <ShareDialog opened={asking === 'share'} onClose={close} name={name} target={{ folder_id: id }} />
      <Confirm
        opened={asking === 'remove'}
        onClose={close}
        title={text.removeTitle(name)}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={async () => {
          await trash(folder)
          change({ folder: parent_id ?? undefined, asset: undefined }, { replace: true })
        }}
      >
        {text.removeText(assets, folders_count, settings && formatDuration(settings.trash_days * daySeconds))}
      </Confirm>
    </>
  )
}
