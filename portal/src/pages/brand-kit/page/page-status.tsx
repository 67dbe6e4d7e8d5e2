import { Button, Group, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { BrandPage } from '../../../../../sdk/src/index.ts'
import { brandPageText as text } from '../../../strings/brand-pages.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

export function PageStatus({ page }: { page: BrandPage | null }) {
  if (!page) return <Note>{text.about}</Note>
  if (!page.is_published || page.url === null)
    return <Note>{page.url === null ? text.noSlug : text.closed}</Note>
  return (
    <Stack gap="xs" mb="md">
      <CopyField label={text.url} value={page.url} copy={text.copyUrl} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text.publishedAt} <RelativeTime at={page.published_at!} /> ·{' '}
          {text.visits(page.views_count, page.downloads_count)}
        </Text>
        <Button
          component="a"
          href={page.url}
          target="_blank"
          rel="noreferrer"
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          {text.open}
        </Button>
      </Group>
    </Stack>
  )
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" mb="md">
    {children}
  </Text>
)
