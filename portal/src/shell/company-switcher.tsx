import { Box, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Company, useMe } from '../session.ts'
import { shellText } from '../strings/shell.ts'
import classes from './frame.module.css'

export function CompanySwitcher({ company }: { company: Company | undefined }) {
  const { companies } = useMe()
  if (!company) return <Row name={shellText.noCompany} />
  if (companies.length === 1) return <Row name={company.name} detail={company.enterprise.name} />
  return (
    <Menu width={248} position="bottom-start">
      <Menu.Target>
        <UnstyledButton w="100%" maw={288}>
          <Row name={company.name} detail={company.enterprise.name} canSwitch />
          <VisuallyHidden>{shellText.switchCompany}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" className={classes.scroll}>
        <Menu.Label>{shellText.companies}</Menu.Label>
        {companies.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={<Monogram name={one.name} />}
            rightSection={one.id === company.id && <IconCheck size={16} />}
            aria-current={one.id === company.id}
            renderRoot={(props) => <Link to="/c/$company" params={{ company: one.id }} {...props} />}
          >
            <Text size="sm" truncate>
              {one.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {one.enterprise.name}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Row({ name, detail, canSwitch }: { name: string; detail?: string; canSwitch?: boolean }) {
  return (
    <span className={classes.row} data-still={!canSwitch || undefined}>
      <Monogram name={name} />
      <Box component="span" miw={0} flex={1}>
        <Text component="span" display="block" size="sm" fw={600} lh={1.3} truncate>
          {name}
        </Text>
        {detail && detail !== name && (
          <Text component="span" display="block" size="xs" c="dimmed" lh={1.3} truncate>
            {detail}
          </Text>
        )}
      </Box>
      {canSwitch && <IconSelector size={16} aria-hidden />}
    </span>
  )
}

function Monogram({ name }: { name: string }) {
  return (
    <span className={classes.monogram} aria-hidden="true">
      {name.trim().slice(0, 1).toLocaleUpperCase()}
    </span>
  )
}
