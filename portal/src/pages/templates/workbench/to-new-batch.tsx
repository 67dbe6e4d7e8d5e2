import { IconTable } from '@tabler/icons-react'
import { useCompany } from '../../../session.ts'
import { batchText as text } from '../../../strings/batches.ts'
import { LinkButton } from '../../../ui/links.tsx'

/** A link to the page that fills in a template with the rows of a table. */
export function ToNewBatch({ templateId, isSmall = false }: { templateId: string; isSmall?: boolean }) {
  return (
    <LinkButton
      to="/c/$company/batches/new"
      params={{ company: useCompany().id }}
      search={{ template: templateId }}
      variant="default"
      size={isSmall ? 'compact-sm' : 'sm'}
      {...(!isSmall && { leftSection: <IconTable size={16} aria-hidden /> })}
    >
      {text.create}
    </LinkButton>
  )
}
