import { Anchor, Button, useComputedColorScheme } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { pageLanguage } from '../../language/language.ts'
import { useCompany } from '../../session.ts'
import { referenceText as text } from '../../strings/reference.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './reference.module.css'

export function ReferencePage() {
  const company = useCompany()
  const theme = useComputedColorScheme()
  const address = `/portal/reference?${new URLSearchParams({ company: company.id, theme, language: pageLanguage() })}`
  return (
    <div className={classes.layout}>
      <PageHeader
        title={text.title}
        description={
          <>
            {text.description(company.name)} {text.forPrograms}{' '}
            <Anchor href="/openapi.json" fz="inherit" underline="always">
              {text.document}
            </Anchor>
          </>
        }
        actions={
          <Button
            component="a"
            href="/reference"
            target="_blank"
            variant="default"
            rightSection={<IconExternalLink size={16} />}
          >
            {text.open}
          </Button>
        }
      />
      <iframe key={address} className={classes.frame} src={address} title={text.title} />
    </div>
  )
}
