import { Switch, Text } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { only } from '../../../routes/search.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { formatCount } from '../../../ui/amounts.ts'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { isFiltered } from '../search.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { FolderContextMenu } from './folder-menu.tsx'
import { levelQuery, rootId } from './folder-queries.ts'
import classes from './folders.module.css'

export function Subfolders() {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const menu = useContextMenu<Folder>()
  const { folder, subfolders = false } = search
  const isShown = folder !== undefined && folder !== rootId && !isFiltered(search)
  const { data = [] } = useQuery({ ...levelQuery(company, folder ?? rootId), enabled: isShown })
  if (!isShown || data.length === 0) return null
  return (
    <div className={classes.subfolders}>
      <ul className={classes.chips} aria-label={folderText.folders}>
        {data.map((subfolder) => (
          <li key={subfolder.id} onContextMenu={(event) => menu.open(event, subfolder)}>
            <Link
              to="/c/$company/assets"
              params={{ company: company.id }}
              search={only({ ...search, folder: subfolder.id, asset: undefined })}
              className={classes.chip}
            >
              <IconFolder size={16} aria-hidden />
              <span>{subfolder.name}</span>
              <Text span size="xs" c="dimmed">
                {formatCount(subfolder.assets_count)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      <FolderContextMenu menu={menu} />
      <Switch
        className={classes.recursive}
        size="sm"
        label={folderText.withSubfolders}
        checked={subfolders}
        onChange={({ currentTarget }) =>
          change({ subfolders: currentTarget.checked || undefined }, { replace: true })
        }
      />
    </div>
  )
}
