import { Box, Kbd, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { setLayout } from '../layout.ts'
import type { Company } from '../session.ts'
import { shellText } from '../strings/shell.ts'
import { AccountMenu } from './account-menu.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import classes from './frame.module.css'
import type { PlaceGroup } from './navigation.ts'
import { openPalette } from './palette/opened.ts'
import { hrefOf, usePlaces } from './places.ts'

type Props = {
  company: Company | undefined
  /** Shows only icons; their names appear as tooltips. */
  isRail?: boolean
  canNarrow?: boolean
}

export function Sidebar({ company, isRail = false, canNarrow = false }: Props) {
  const groups = usePlaces(company)
  const isMac = useOs() === 'macos'
  return (
    <>
      <Box p="xs">
        <CompanySwitcher company={company} />
        <UnstyledButton className={classes.search} mt="xs" onClick={openPalette}>
          <IconSearch size={16} aria-hidden />
          <span>{shellText.searchShort}</span>
          <Kbd size="xs" ml="auto" aria-hidden visibleFrom="md">
            {isMac ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      </Box>
      <ScrollArea flex={1} type="auto" px="xs">
        <nav aria-label={shellText.navigation}>
          {company &&
            groups.map((group) => (
              <Group key={group.label} company={company} group={group} isRail={isRail} />
            ))}
        </nav>
      </ScrollArea>
      <Box p="xs" className={classes.foot}>
        <AccountMenu />
        {canNarrow && <RailSwitch isRail={isRail} />}
      </Box>
    </>
  )
}

function RailSwitch({ isRail }: { isRail: boolean }) {
  const label = isRail ? shellText.widen : shellText.narrow
  const Icon = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Tooltip label={label} position="right">
      <UnstyledButton
        className={classes.rail}
        aria-label={label}
        onClick={() => setLayout({ isRail: !isRail })}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  )
}

function Group({ company, group, isRail }: { company: Company; group: PlaceGroup; isRail: boolean }) {
  return (
    <Box mb="md">
      <Text className={classes.groupLabel}>{group.label}</Text>
      <ul className={classes.list}>
        {group.places.map(({ label, icon: Icon, path }) => (
          <li key={path}>
            <Tooltip label={label} position="right" disabled={!isRail}>
              <Link to={hrefOf(company, path)} className={classes.place}>
                <Icon size={18} stroke={1.75} aria-hidden />
                <span>{label}</span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </Box>
  )
}
