import { ActionIcon, Drawer, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFolderOff, IconFolderPlus, IconFolders } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import classes from '../../../ui/library.module.css'
import { LinkAnchor } from '../../../ui/links.tsx'
import { useAssetSearch } from '../use-asset-search.ts'
import { FolderForm } from './folder-form.tsx'
import { rootId, trailQuery } from './folder-queries.ts'
import { FolderTree } from './folder-tree.tsx'
import own from './folders.module.css'
import { useDropOnFolder } from './use-folder-changes.ts'

/** The folders beside the library, where there is room. */
export function FolderSide() {
  return (
    <aside className={classes.side} aria-label={folderText.folders}>
      <Folders />
    </aside>
  )
}

/** The folders where there is no room beside the library. */
export function FolderDrawer() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <ActionIcon
        className={classes.sideButton}
        variant="default"
        size={36}
        aria-label={folderText.folders}
        onClick={open}
      >
        <IconFolders size={16} />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={288}
        title={folderText.folders}
        closeButtonProps={{ 'aria-label': uiText.close }}
        styles={{ body: { padding: 0 } }}
      >
        <Folders onOpened={close} />
      </Drawer>
    </>
  )
}

function Folders({ onOpened }: { onOpened?: () => void }) {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const trail = useQuery(trailQuery(company, search.folder))
  const [isMaking, setIsMaking] = useState(false)
  const drop = useDropOnFolder()
  const canWrite = company.can('assets:write')
  const parent = trail.data?.at(-1)
  return (
    <>
      <div className={own.top}>
        <Text size="xs" fw={500} c="dimmed">
          {folderText.folders}
        </Text>
        {canWrite && (
          <Tooltip label={parent ? folderText.createIn(parent.name) : folderText.create}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={parent ? folderText.createIn(parent.name) : folderText.create}
              onClick={() => setIsMaking(true)}
            >
              <IconFolderPlus size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={own.scroll}>
        <FolderTree
          current={search.folder}
          {...(trail.data && { around: trail.data })}
          rootLabel={folderText.all}
          onOpen={(folder) => {
            change({ folder: folder?.id, asset: undefined })
            onOpened?.()
          }}
          onDrop={canWrite ? drop : undefined}
        />
        <LinkAnchor
          to="/c/$company/assets"
          params={{ company: company.id }}
          search={{ folder: rootId }}
          onClick={onOpened}
          className={own.unfiled}
          underline="never"
        >
          <IconFolderOff size={16} stroke={1.75} aria-hidden />
          {folderText.unfiled}
        </LinkAnchor>
      </div>
      <FolderForm
        opened={isMaking}
        onClose={() => setIsMaking(false)}
        title={parent ? folderText.createIn(parent.name) : folderText.create}
        parentId={parent?.id ?? null}
      />
    </>
  )
}
