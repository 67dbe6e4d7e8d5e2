import { useMutation } from '@tanstack/react-query'
import type { ArchiveRequest } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { downloadText as text } from '../../strings/downloads.ts'
import { notifyDone } from '../../ui/notify.tsx'

const side = 2_000

/** The formats that people can choose, as in a link to an asset. */
export const downloadFormats = {
  original: undefined,
  jpeg: { w: side, h: side, format: 'jpeg' },
  webp: { w: side, h: side, format: 'webp' },
} as const
export type DownloadFormat = keyof typeof downloadFormats

/** A format, or the name of a preset. */
export type Form = { format: DownloadFormat } | { preset: string }
type Source = { ids: readonly string[] } | { folderId: string } | { collectionId: string }
export type Downloaded = Form & Source

function sourceOf(wanted: Source): ArchiveRequest {
  if ('ids' in wanted) return { asset_ids: [...wanted.ids] }
  return 'folderId' in wanted ? { folder_id: wanted.folderId } : { collection_id: wanted.collectionId }
}

/** Downloads a file, or several files, whole folders and collections as one zip, with the browser. */
export function useArchive() {
  const { api } = useCompany()
  return useMutation({
    async mutationFn(wanted: Downloaded) {
      const isOne = 'ids' in wanted && wanted.ids.length === 1
      if ('preset' in wanted) {
        const { preset } = wanted
        if (isOne) return api.assets.link(wanted.ids[0]!, { preset, download: true })
        return api.archives.create({ ...sourceOf(wanted), preset })
      }
      const size = downloadFormats[wanted.format]
      if (isOne) return api.assets.link(wanted.ids[0]!, { ...size, download: true })
      return api.archives.create({ ...sourceOf(wanted), format: size ?? 'original' })
    },
    onSuccess(made) {
      if ('counts' in made) notifyDone(text.begun(made.name, made.counts.files))
      // The response is an attachment, so the browser stays on the page.
      window.location.assign(made.url)
    },
  })
}
