import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import classes from './trail.module.css'

/** Maximum number of ancestors to show. If there are more, all but the two closest are moved to a menu. */
const shownMax = 3
const closestCount = 2

export function Trail({ folders }: { folders: Folder[] | undefined }) {
  const company = useCompany()
  if (!folders?.length) return null
  const above = folders.slice(0, -1)
  const hidden = above.length > shownMax ? above.slice(0, -closestCount) : []
  return (
    <nav aria-label={folderText.trail}>
      <ol className={classes.trail}>
        <li className={classes.first}>
          <LinkAnchor to="/c/$company/assets" params={{ company: company.id }} c="dimmed" fz="sm">
            {folderText.all}
          </LinkAnchor>
        </li>
        {hidden.length > 0 && (
          <Crumb isFixed>
            <Menu position="bottom-start">
              <Menu.Target>
                <UnstyledButton className={classes.more} aria-label={folderText.moreAncestors(hidden.length)}>
                  <IconDots size={16} aria-hidden />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown mah="60dvh" maw={320} className={classes.menu}>
                {hidden.map(({ id, name }) => (
                  <Menu.Item
                    key={id}
                    renderRoot={(props) => (
                      <Link
                        to="/c/$company/assets"
                        params={{ company: company.id }}
                        search={{ folder: id }}
                        {...props}
                      />
                    )}
                  >
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Crumb>
        )}
        {above.slice(hidden.length).map(({ id, name }) => (
          <Crumb key={id}>
            <LinkAnchor
              to="/c/$company/assets"
              params={{ company: company.id }}
              search={{ folder: id }}
              c="dimmed"
              fz="sm"
              truncate
              display="block"
              title={name}
            >
              {name}
            </LinkAnchor>
          </Crumb>
        ))}
      </ol>
    </nav>
  )
}

const Crumb = ({ isFixed = false, children }: { isFixed?: boolean; children: ReactNode }) => (
  <li className={classes.crumb} data-fixed={isFixed || undefined}>
    <IconChevronRight size={14} aria-hidden />
    {children}
  </li>
)
