import { Group, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { LanguageField } from '../../language/language-field.tsx'
import { uiText } from '../../strings/ui.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from './door.module.css'

export function DoorLayout() {
  return (
    <div className={classes.room}>
      <Group component="header" gap="xs" justify="center">
        <Logo />
        <Text fw={600} size="lg">
          {uiText.product}
        </Text>
      </Group>
      <main className={classes.card}>
        <Outlet />
      </main>
      <footer>
        <LanguageField />
      </footer>
    </div>
  )
}
