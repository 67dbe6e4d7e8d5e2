import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Empty } from '../../../ui/states.tsx'
import { isGone } from '../../../use-resource.ts'
import { TemplateGone } from '../details/gone.tsx'
import { templateQuery } from '../template-queries.ts'

type Props = {
  id: string
  scope: string
  notAllowed: { notAllowedTitle: string; notAllowed: string }
  children(template: Template): ReactNode
}

/** Shown once the template is loaded, to people who can use the page. */
export function WithTemplate({ id, scope, notAllowed, children }: Props) {
  const company = useCompany()
  const template = useQuery(templateQuery(company, id, useQueryClient()))
  if (isGone(template.error)) return <TemplateGone templateId={id} />
  if (!company.can(scope))
    return <Empty order={1} title={notAllowed.notAllowedTitle} description={notAllowed.notAllowed} />
  return (
    <Loaded query={template} height={640} order={1}>
      {({ data }) => children(data)}
    </Loaded>
  )
}

export function ToTemplate({ id, label }: { id: string; label: string }) {
  return (
    <LinkAnchor
      to="/c/$company/templates/$template"
      params={{ company: useCompany().id, template: id }}
      fz="sm"
    >
      {label}
    </LinkAnchor>
  )
}
