import { Menu } from '@mantine/core'
import { IconFolderPlus, IconFolderSymlink, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../../session.ts'
import { folderText as text } from '../../../strings/assets.ts'
import { downloadText } from '../../../strings/downloads.ts'
import { sharesText } from '../../../strings/shares.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { formatDuration } from '../../../ui/amounts.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { ContextMenu, type RowMenu } from '../../../ui/context-menu.tsx'
import { companyQuery } from '../../settings/company.ts'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import { assetsBelowQuery } from '../asset-queries.ts'
import { DownloadItems } from '../download-items.tsx'
import { useArchive } from '../use-archive.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { FolderForm } from './folder-form.tsx'
import { FolderPicker } from './folder-picker.tsx'
import { trailQuery } from './folder-queries.ts'
import { useMoveFolder, useTrashFolder } from './use-folder-changes.ts'

const daySeconds = 86_400

/** The actions for the open folder. */
export function FolderMenu({ folder }: { folder: Folder }) {
  if (!hasActions(useCompany())) return null
  return (
    <FolderActions folder={folder}>
      {(items) => <ActionsMenu label={text.actions}>{items}</ActionsMenu>}
    </FolderActions>
  )
}

/** A reader with a folder limit has no actions. */
const hasActions = ({ can }: CurrentCompany) => can('archives:write') || can('assets:write')

/** The actions for a listed folder, in a menu at the pointer. */
export function FolderContextMenu({ menu: { row, at, close } }: { menu: RowMenu<Folder> }) {
  const company = useCompany()
  if (!row || !hasActions(company)) return null
  return (
    <FolderActions key={row.id} folder={row}>
      {(items) => (
        <ContextMenu at={at} onClose={close} label={text.actionsOf(row.name)}>
          {items}
        </ContextMenu>
      )}
    </FolderActions>
  )
}

type ActionsProps = {
  folder: Folder
  /** Renders the menu with these items. */
  children(items: ReactNode): ReactNode
}

/** The actions for a folder, with their dialogs. Readers can download it. */
function FolderActions({ folder, children }: ActionsProps) {
  const [asking, setAsking] = useState<'create' | 'rename' | 'move' | 'share' | 'remove'>()
  const company = useCompany()
  const archive = useArchive()
  const move = useMoveFolder()
  const trash = useTrashFolder()
  const leave = useLeaveFolder(folder)
  const close = () => setAsking(undefined)
  const { id, name, folders_count } = folder
  const { data: settings } = useQuery({ ...companyQuery(company), enabled: asking === 'remove' })
  // `assets_count` does not include subfolders.
  const { data: assets } = useQuery({
    ...assetsBelowQuery(company, { folder_id: id, recursive: true }),
    enabled: asking === 'remove',
  })
  return (
    <>
      {children(
        <>
          {company.can('assets:write') && (
            <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={() => setAsking('create')}>
              {text.create}
            </Menu.Item>
          )}
          {company.can('library:write') && (
            <>
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
          {company.can('archives:write') && (
            <DownloadItems
              label={downloadText.folderFormats}
              onPick={(form) => archive.mutate({ folderId: id, ...form })}
            />
          )}
          {company.can('library:write') && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('remove')}>
                {text.remove}
              </Menu.Item>
            </>
          )}
        </>,
      )}
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
          leave()
        }}
      >
        {text.removeText(assets, folders_count, settings && formatDuration(settings.trash_days * daySeconds))}
      </Confirm>
    </>
  )
}

/** Opens the parent folder if the open folder is this folder or one of its subfolders. */
function useLeaveFolder({ id, parent_id }: Folder) {
  const { search, change } = useAssetSearch()
  const { data: trail = [] } = useQuery(trailQuery(useCompany(), search.folder))
  return () => {
    if (trail.some((folder) => folder.id === id))
      change({ folder: parent_id ?? undefined, asset: undefined }, { replace: true })
  }
}
