import { useCallback, useRef } from 'react'
import { randomKey } from '../../../../sdk/src/http/api.ts'
import { useCompany } from '../../session.ts'
import { uploadText } from '../../strings/uploads.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { FoundFile } from '../../uploads/found-files.ts'
import { useUploads } from '../../uploads/uploads-context.tsx'
import type { PartKind } from './kit-queries.ts'
import { useKitsChanged } from './use-kit-change.ts'

/** Guesses the part's fields from the file name. */
export type BodyOf = (fileName: string, assetId: string) => object

export function useAddFiles(kind: PartKind, bodyOf: BodyOf) {
  const { api, id: companyId } = useCompany()
  const uploads = useUploads()
  const changed = useKitsChanged()
  const latest = useRef({ bodyOf, changed })
  latest.current = { bodyOf, changed }

  return useCallback(
    (found: readonly FoundFile[]) => {
      if (found.length === 0) return notifyError(new Error(uploadText.nothingFound))
      uploads.add(
        found.map(({ file }) => {
          const idempotencyKey = randomKey()
          return {
            file,
            companyId,
            folderId: async () => null,
            async settle(assetId: string) {
              const { bodyOf, changed } = latest.current
              await api.post(`/brand-kit/${kind}`, bodyOf(file.name, assetId), { idempotencyKey })
              await changed()
            },
          }
        }),
      )
    },
    [uploads, companyId, api, kind],
  )
}
