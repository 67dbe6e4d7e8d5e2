import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Query } from '../../../../sdk/src/http/query.ts'
import type { Template } from '../../../../sdk/src/index.ts'
import { longListQuery, totalQuery } from '../../lists.ts'
import type { CurrentCompany } from '../../session.ts'
import { oneQuery, type Which } from '../../use-resource.ts'

export const templatesQuery = (company: CurrentCompany, asked: Query) =>
  longListQuery<Template>(company, 'template', '/templates', asked)

export const templatesTotalQuery = (company: CurrentCompany, asked: Query) =>
  totalQuery(company, 'template', '/templates', asked)

export const whichTemplate = (id: string): Which => ({ type: 'template', path: '/templates', id })

export const templateQuery = (company: CurrentCompany, templateId: string, queryClient: QueryClient) =>
  oneQuery<Template>(company, whichTemplate(templateId), queryClient)

export const templateVersionsQuery = ({ api, id }: CurrentCompany, templateId: string) =>
  queryOptions({
    queryKey: [id, 'template', 'versions', templateId],
    queryFn: ({ signal }) =>
      api.call('GET /api/templates/{id}/versions', { path: { id: templateId } }, { signal }),
  })

/** A trashed template, or null. */
export const trashedTemplateQuery = ({ api, id }: CurrentCompany, templateId: string) =>
  queryOptions({
    queryKey: [id, 'template', 'trashed', templateId],
    queryFn: async ({ signal }) => {
      const trashed = api.templates.list({ ids: [templateId], only_trashed: true }, { signal })
      return (await trashed.page()).data[0] ?? null
    },
  })
