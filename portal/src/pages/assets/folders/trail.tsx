import { Breadcrumbs } from '@mantine/core'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { LinkAnchor } from '../../../ui/links.tsx'

/** The breadcrumb of the current folder; the last item is the page's title. */
export function Trail({ folders }: { folders: Folder[] | undefined }) {
  const company = useCompany()
  const above = folders?.slice(0, -1) ?? []
  if (!folders?.length) return null
  return (
    <nav aria-label={folderText.trail}>
      <Breadcrumbs separatorMargin={6} fz="sm" mb={4}>
        <LinkAnchor to="/c/$company/assets" params={{ company: company.id }} c="dimmed" fz="sm">
          {folderText.all}
        </LinkAnchor>
        {above.map(({ id, name }) => (
          <LinkAnchor
            key={id}
            to="/c/$company/assets"
            params={{ company: company.id }}
            search={{ folder: id }}
            c="dimmed"
            fz="sm"
          >
            {name}
          </LinkAnchor>
        ))}
      </Breadcrumbs>
    </nav>
  )
}
