import { Box, Kbd, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Company } from '../session.ts'
import { shellText } from '../strings/shell.ts'
import { AccountMenu } from './account-menu.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import classes from './frame.module.css'
import type { PlaceGroup } from './navigation.ts'
import { hrefOf, usePlaces } from './places.ts'

export function Sidebar({ company }: { company: Company | undefined }) {
  const groups = usePlaces(company)
  const isMac = useOs() === 'macos'
  return (
    <>
      <Box p="xs">
        <CompanySwitcher company={company} />
        <UnstyledButton className={classes.search} mt="xs" onClick={spotlight.open}>
          <IconSearch size={16} aria-hidden />
          <span>{shellText.searchShort}</span>
          <Kbd size="xs" ml="auto" aria-hidden visibleFrom="md">
            {isMac ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      </Box>
      <ScrollArea flex={1} type="auto" px="xs">
        <nav aria-label={shellText.navigation}>
          {company && groups.map((group) => <Group key={group.label} company={company} group={group} />)}
        </nav>
      </ScrollArea>
      <Box p="xs" className={classes.foot}>
        <AccountMenu />
      </Box>
    </>
  )
}

function Group({ company, group }: { company: Company; group: PlaceGroup }) {
  return (
    <Box mb="md">
      <Text className={classes.groupLabel}>{group.label}</Text>
      <ul className={classes.list}>
        {group.places.map(({ label, icon: Icon, path }) => (
          <li key={path}>
            <Link to={hrefOf(company, path)} className={classes.place}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Box>
  )
}
