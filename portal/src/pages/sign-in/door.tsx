import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { uiText } from '../../strings/ui.ts'

type Props = { title: string; description?: ReactNode; children: ReactNode }

export function Door({ title, description, children }: Props) {
  useDocumentTitle(`${title} · ${uiText.product}`)
  return (
    <>
      <Title order={1} mb={description ? 4 : 'lg'}>
        {title}
      </Title>
      {description && (
        <Text c="dimmed" size="sm" mb="lg" role="status">
          {description}
        </Text>
      )}
      {children}
    </>
  )
}
