import { Box, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import classes from './page.module.css'

type Props = {
  back?: ReactNode
  title: string
  description?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
}

/** The start of every page: its only `h1`, and the document title. */
export function PageHeader({ back, title, description, actions }: Props) {
  useDocumentTitle(`${title} · ${uiText.product}`)
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="md" className={classes.header}>
      <Box miw={0}>
        {back && (
          <Group gap={4} mb={4} fz="sm">
            <IconArrowLeft size={16} aria-hidden />
            {back}
          </Group>
        )}
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" size="sm" mt={4} maw={620}>
            {description}
          </Text>
        )}
      </Box>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
