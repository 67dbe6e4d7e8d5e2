import type { Template } from '../../../../../sdk/src/index.ts'
import { idsOfTags } from '../../../tags/use-tags-named.ts'
import { useChangeOne } from '../../../use-resource.ts'
import { whichTemplate } from '../template-queries.ts'

export const useChangeTemplate = (id: string) =>
  useChangeOne<Template, Partial<Pick<Template, 'name' | 'description' | 'review'>>>(whichTemplate(id))

/** Tags a template by names and untags it. Creates missing tags. */
export const useTagTemplate = (id: string) =>
  useChangeOne<Template, string[]>(whichTemplate(id), {
    send: async ({ api }, names, options) =>
      api.patch(`/templates/${id}`, { tags: await idsOfTags(api, 'template', names) }, options),
    shown: (template, names) => ({
      ...template,
      tags: names.map(
        (name) => template.tags.find((tag) => tag.name === name) ?? { id: `new-${name}`, name, slug: '' },
      ),
    }),
  })

type VariableChange = { key: string; label?: string; required?: boolean }

/** The editable fields of a variable; the rest comes from the document. */
export const useChangeVariable = (id: string) =>
  useChangeOne<Template, VariableChange>(whichTemplate(id), {
    send: ({ api }, change, options) => api.patch(`/templates/${id}`, { variables: [change] }, options),
    shown: (template, change) => ({
      ...template,
      variables: template.variables.map((one) => (one.key === change.key ? { ...one, ...change } : one)),
    }),
  })

const statusAfter = { publication: 'published', archival: 'archived' } as const

export const useChangeStatus = (id: string) =>
  useChangeOne<Template, keyof typeof statusAfter>(whichTemplate(id), {
    send: ({ api }, noun, options) => api.post(`/templates/${id}/${noun}`, undefined, options),
    shown: (template, noun) => ({ ...template, status: statusAfter[noun] }),
  })
