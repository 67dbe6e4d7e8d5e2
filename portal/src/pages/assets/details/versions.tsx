import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { versionText as text } from '../../../strings/versions.ts'
import { fileSize } from '../../../ui/file-size.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { VersionList } from '../../../ui/version-list.tsx'
import { versionsQuery } from '../asset-queries.ts'

export function Versions({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const versions = useQuery(versionsQuery(company, asset.id))
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [company.id, 'asset'] })
  const replace = useMutation({
    mutationFn: (file: File) => company.api.assets.replaceFile(asset.id, file),
    onSuccess: () => notifyDone(text.uploaded),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: (version: number) => company.api.assets.restoreVersion(asset.id, version),
    onSuccess: (_answer, version) => notifyDone(text.restored(version)),
    onSettled,
  })
  return (
    <VersionList
      query={versions}
      factsOf={({ extension, size }) => `${extension.toUpperCase()} · ${fileSize(size)}`}
      {...(canEdit && {
        upload: { isBusy: replace.isPending, run: replace.mutate },
        restore: { busy: restore.isPending ? restore.variables : undefined, run: restore.mutate },
      })}
    />
  )
}
