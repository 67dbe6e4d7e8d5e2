import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { assetText } from '../../strings/assets.ts'
import { assetsBelowQuery, assetsTotalQuery } from './asset-queries.ts'
import { levelQuery, rootId } from './folders/folder-queries.ts'
import { askedBy } from './search.ts'
import { useAssetSearch } from './use-asset-search.ts'

/**
 * The number of listed assets and, if subfolders contain more, the total with subfolders. Undefined
 * while it loads.
 */
export function useCountText(): string | undefined {
  const company = useCompany()
  const { search } = useAssetSearch()
  const asked = askedBy(search)
  const total = useQuery(assetsTotalQuery(company, asked))
  const isFolder = search.folder !== undefined && search.folder !== rootId && asked.recursive === undefined
  const { data: subfolders = [] } = useQuery({
    ...levelQuery(company, search.folder ?? rootId),
    enabled: isFolder,
  })
  const below = useQuery({
    ...assetsBelowQuery(company, { ...asked, recursive: true }),
    enabled: isFolder && subfolders.length > 0,
  })
  if (total.data === undefined) return undefined
  const isMore = isFolder && below.data !== undefined && below.data > total.data
  return isMore ? assetText.countBelow(total.data, below.data) : assetText.count(total.data)
}
