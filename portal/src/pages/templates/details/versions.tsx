import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Template } from '../../../../../sdk/src/index.ts'
import { ifMatch } from '../../../api.ts'
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
  const options = () => ifMatch(queryClient.getQueryData(queryKey)?.etag)
  const common = {
    // Waits until unsaved texts on the page are saved.
    scope: { id },
    meta: { showsError: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [company.id, 'template'] }),
  }
  const replace = useMutation({
    ...common,
    mutationFn: (file: File) => company.api.templates.replaceDocument(id, file, options()),
    onSuccess: (now) => notifyDone(now.version === version ? templateText.sameDocument : text.uploaded),
  })
  const restore = useMutation({
    ...common,
    mutationFn: (version: number) => company.api.templates.restoreVersion(id, version, options()),
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
