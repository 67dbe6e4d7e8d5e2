import { useCallback, useEffect } from 'react'
import { useCompany, useMe } from '../../session.ts'
import { uploadText } from '../../strings/uploads.ts'
import { notifyError } from '../../ui/notify.tsx'
import { chosenFiles, type FoundFile } from '../../uploads/found-files.ts'
import { targets } from '../../uploads/kept-tasks.ts'
import { useUploads } from '../../uploads/uploads-context.tsx'
import { rootId } from './folders/folder-queries.ts'
import { useAssetSearch } from './use-asset-search.ts'

/** Uploads files and their folders, by default into the open folder; `root` for the root. */
export function useUploading() {
  const company = useCompany()
  const uploads = useUploads()
  const { id: personId } = useMe()
  const { search } = useAssetSearch()
  const open = search.folder

  return useCallback(
    (found: readonly FoundFile[], into: string | undefined = open) => {
      const top = into === undefined || into === rootId ? null : into
      if (found.length === 0) return notifyError(new Error(uploadText.nothingFound))
      const targetOf = targets(company.id)
      uploads.add(
        found.map(({ file, folders }) => {
          const target = { top, folders }
          return { file, companyId: company.id, kept: { personId, target }, ...targetOf(target, file.name) }
        }),
      )
    },
    [company.id, uploads, open, personId],
  )
}

/** Pastes images from the clipboard, anywhere on the page except in fields. */
export function useUploadByPaste(upload: (found: readonly FoundFile[]) => void, canWrite: boolean) {
  useEffect(() => {
    if (!canWrite) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || (event.target as Element).closest('input, textarea')) return
      event.preventDefault()
      upload(chosenFiles(files))
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [upload, canWrite])
}
