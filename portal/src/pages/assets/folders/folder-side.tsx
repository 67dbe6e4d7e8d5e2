import { Text } from '@mantine/core'
import { IconClockExclamation, IconFolderOff, IconFolderPlus, IconFolders } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { isLimited, useCompany } from '../../../session.ts'
import { assetText, folderText } from '../../../strings/assets.ts'
import { TagHead } from '../../../tags/tag-list.tsx'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import library from '../../../ui/library.module.css'
import { Side, SideDrawer } from '../../../ui/library-side.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { SideHead } from '../../../ui/side-head.tsx'
import { SideCollections } from '../collections/side-collections.tsx'
import { SideSearches } from '../saved-searches/side-searches.tsx'
import { SideTags } from '../side-tags.tsx'
import { useAssetSearch } from '../use-asset-search.ts'
import { FolderForm } from './folder-form.tsx'
import { FolderContextMenu } from './folder-menu.tsx'
import { rootId, trailQuery } from './folder-queries.ts'
import { FolderSearch } from './folder-search.tsx'
import { FolderTree } from './folder-tree.tsx'
import classes from './folders.module.css'
import { useDropOnFolder } from './use-folder-changes.ts'

export const FolderSide = () => (
  <Side label={folderText.foldersAndTags}>
    <Folders />
  </Side>
)

export const FolderDrawer = () => (
  <SideDrawer label={folderText.foldersAndTags} icon={IconFolders}>
    {(close) => <Folders onOpened={close} />}
  </SideDrawer>
)

function Folders({ onOpened }: { onOpened?: () => void }) {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const trail = useQuery(trailQuery(company, search.folder))
  const [isMaking, setIsMaking] = useState(false)
  const drop = useDropOnFolder()
  const menu = useContextMenu<Folder>()
  const canWrite = company.can('assets:write')
  const parent = trail.data?.at(-1)
  const open = (folder: Folder | undefined) => {
    change({ folder: folder?.id, collection: undefined, asset: undefined, saved: undefined })
    onOpened?.()
  }
  return (
    <>
      <SideHead
        title={folderText.folders}
        create={parent ? folderText.createIn(parent.name) : folderText.create}
        // A person with a limit creates folders only in a folder.
        onCreate={canWrite && (parent || !isLimited(company)) ? () => setIsMaking(true) : undefined}
        icon={IconFolderPlus}
      />
      <div className={library.sideScroll}>
        <FolderSearch current={search.folder} onOpen={open}>
          <FolderTree
            current={search.folder}
            {...(trail.data && { around: trail.data })}
            rootLabel={folderText.all}
            onOpen={open}
            onDrop={canWrite ? drop : undefined}
            onMenu={menu.open}
          />
        </FolderSearch>
        <FolderContextMenu menu={menu} />
        {company.can('library:read') ? (
          <LinkAnchor
            to="/c/$company/assets"
            params={{ company: company.id }}
            search={{ folder: rootId }}
            onClick={onOpened}
            className={classes.unfiled}
            underline="never"
          >
            <IconFolderOff size={16} stroke={1.75} aria-hidden />
            {folderText.unfiled}
          </LinkAnchor>
        ) : (
          <Text size="xs" c="dimmed" px={8} py={6}>
            {folderText.limited}
          </Text>
        )}
        <LinkAnchor
          to="/c/$company/assets"
          params={{ company: company.id }}
          search={{ ends: 'soon' }}
          onClick={onOpened}
          className={classes.unfiled}
          underline="never"
        >
          <IconClockExclamation size={16} stroke={1.75} aria-hidden />
          {assetText.rightsEndingSoon}
        </LinkAnchor>
        <SideCollections onOpened={onOpened} />
        <SideSearches onOpened={onOpened} />
        <TagHead noun="asset" canWrite={company.can('library:write')} />
        <SideTags onOpened={onOpened} />
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
