import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ifMatch } from '../../../api.ts'
import type { One } from '../../../one.ts'
import type { Template } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { templateText } from '../../../strings/templates.ts'
import { versionText as text } from '../../../strings/versions.ts'
import { fileSize } from '../../../ui/file-size.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { VersionList } from '../../../ui/version-list.tsx'
import { documentTypes } from '../new-template.tsx'
import { templateQuery, templateVersionsQuery } from '../template-queries.ts'

export function Versions({ template, canEdit }: { template: Template; canEdit: boolean }) {
  const { id, version } = template
  const company = useCompany()
  const queryClient = useQueryClient()
  const { queryKey } = templateQuery(company, id, queryClient)
  const versions = useQuery(templateVersionsQuery(company, id))
  /** Of the state that is shown. */
  const options = () => ifMatch(queryClient.getQueryData(queryKey)?.etag)
  const common = {
    // After what is being written beside it.
    scope: { id },
    meta: { showsError: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [company.id, 'template'] }),
  }
  const replace = useMutation({
    ...common,
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('document', file)
      return company.api.put<One<Template>>(`/templates/${id}/document`, form, options())
    },
    onSuccess: ({ data }) => notifyDone(data.version === version ? templateText.sameDocument : text.uploaded),
  })
  const restore = useMutation({
    ...common,
    mutationFn: (version: number) =>
      company.api.post(`/templates/${id}/versions/${version}/restoration`, undefined, options()),
    onSuccess: (_answer, version) => notifyDone(text.restored(version)),
  })
  return (
    <VersionList
      query={versions}
      factsOf={({ width, height, unit, size }) =>
        `${templateText.sizeOf(width, height, unit)} · ${fileSize(size)}`
      }
      none={templateText.noDocument}
      failure={replace.error ?? restore.error}
      {...(canEdit && {
        upload: { accept: documentTypes, isBusy: replace.isPending, run: replace.mutate },
        restore: { busy: restore.isPending ? restore.variables : undefined, run: restore.mutate },
      })}
    />
  )
}
