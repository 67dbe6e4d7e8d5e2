import { Button, Group, Stack } from '@mantine/core'
import { IconBook, IconFileCode } from '@tabler/icons-react'
import { referenceText as text } from '../../strings/reference.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The reference itself is a page of the server's. */
export function ReferencePage() {
  return (
    <>
      <PageHeader title={text.title} description={text.description} />
      <Stack maw={480}>
        <CopyField label={text.baseUrl} value={`${window.location.origin}/api`} copy={text.copyBaseUrl} />
        <Group gap="xs">
          <Button component="a" href="/reference" leftSection={<IconBook size={16} />}>
            {text.open}
          </Button>
          <Button
            component="a"
            href="/openapi.json"
            variant="default"
            leftSection={<IconFileCode size={16} />}
          >
            {text.document}
          </Button>
        </Group>
      </Stack>
    </>
  )
}
