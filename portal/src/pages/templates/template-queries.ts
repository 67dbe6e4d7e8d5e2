import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page, Query } from '../../api.ts'
import { longListQuery, totalQuery } from '../../lists.ts'
import { oneQuery, type Which } from '../../one.ts'
import type { Template, TemplateVersion } from '../../resources.gen.ts'
import type { CurrentCompany } from '../../session.ts'

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
    queryFn: async ({ signal }) =>
      (await api.get<{ data: TemplateVersion[] }>(`/templates/${templateId}/versions`, { signal })).data,
  })

/** A template that is in the trash, or null. */
export const trashedTemplateQuery = ({ api, id }: CurrentCompany, templateId: string) =>
  queryOptions({
    queryKey: [id, 'template', 'trashed', templateId],
    queryFn: async ({ signal }) => {
      const query = { ids: templateId, only_trashed: true }
      return (await api.get<Page<Template>>('/templates', { query, signal })).data[0] ?? null
    },
  })
