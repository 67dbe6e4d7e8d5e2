import { Avatar, Box, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconDeviceDesktop,
  IconDots,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../session.ts'
import { shellText } from '../strings/shell.ts'
import classes from './frame.module.css'
import { useSignOut } from './sign-out.ts'

const iconSize = 16

export const colorSchemes = [
  { value: 'light', label: shellText.light, icon: IconSun },
  { value: 'dark', label: shellText.dark, icon: IconMoon },
  { value: 'auto', label: shellText.auto, icon: IconDeviceDesktop },
] as const

export function AccountMenu() {
  const me = useMe()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu width={240} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.row}>
          <Avatar name={me.name} color="gray" size={28} radius="xl" aria-hidden />
          <Box component="span" miw={0} flex={1}>
            <Text component="span" display="block" size="sm" fw={500} lh={1.3} truncate>
              {me.name}
            </Text>
            <Text component="span" display="block" size="xs" c="dimmed" lh={1.3} truncate>
              {me.email}
            </Text>
          </Box>
          <VisuallyHidden>{shellText.accountMenu}</VisuallyHidden>
          <IconDots size={iconSize} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={iconSize} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {shellText.account}
        </Menu.Item>
        {me.is_operator && (
          <Menu.Item
            leftSection={<IconBuildingCommunity size={iconSize} />}
            renderRoot={(props) => <Link to="/installation" {...props} />}
          >
            {shellText.installation}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{shellText.appearance}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as (typeof colorSchemes)[number]['value'])}
        >
          {colorSchemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={iconSize} />} onClick={() => signOut.mutate()}>
          {shellText.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
