import type { VariableProperties } from '@atelier/filling'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Template, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { ifMatch } from '../../../api.ts'
import { useCompany } from '../../../session.ts'
import { boxText as text } from '../../../strings/renders.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { templateQuery } from '../template-queries.ts'

/** Null removes a property. */
export type BoxChange = {
  [Name in 'fit' | 'min_size' | 'max_lines' | 'align' | 'vertical_align' | 'markup' | 'hyphenate' | 'box']?:
    | Required<VariableProperties>[Name]
    | null
}

type Changes = Readonly<Record<string, BoxChange>>

export function useBoxDraft(template: Template) {
  const { id, variables } = template
  const company = useCompany()
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Changes>({})
  const { queryKey } = templateQuery(company, id, queryClient)
  const save = useMutation({
    scope: { id },
    meta: { showsError: true },
    mutationFn: () => {
      const body = Object.entries(changes).map(([key, change]) => ({ key, ...change }))
      const { etag } = queryClient.getQueryData(queryKey) ?? {}
      return company.api.patch(`/templates/${id}`, { variables: body }, ifMatch(etag))
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: [company.id, 'template'] })
      setChanges({})
      notifyDone(text.saved)
    },
  })
  const shown = useMemo(() => variables.map((one) => changed(one, changes[one.key])), [variables, changes])
  return {
    variables: shown,
    isChanged: Object.keys(changes).length > 0,
    change: (key: string, change: BoxChange) =>
      setChanges((before) => ({ ...before, [key]: { ...before[key], ...change } })),
    reset: () => setChanges({}),
    save,
  }
}

function changed(variable: TemplateVariable, change: BoxChange | undefined): TemplateVariable {
  if (!change) return variable
  const members = Object.entries({ ...variable, ...change }).filter(
    ([name, value]) => value !== null || name === 'default',
  )
  return Object.fromEntries(members) as TemplateVariable
}
