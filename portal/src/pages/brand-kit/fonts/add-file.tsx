import { Button } from '@mantine/core'
import type { BrandKitFont } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { fontText as text } from '../../../strings/brand-kit.ts'
import { useUploads } from '../../../uploads/uploads-context.tsx'
import { chooseFile } from '../part-items.tsx'
import { useKitsChanged } from '../use-kit-change.ts'
import { fontFiles } from './font-files.ts'

/** Adds a file to a font that had only a name. */
export function AddFile({ font: { id } }: { font: BrandKitFont }) {
  const { api, id: companyId } = useCompany()
  const uploads = useUploads()
  const changed = useKitsChanged()
  const send = (file: File) =>
    uploads.add([
      {
        file,
        companyId,
        folderId: async () => null,
        async settle(assetId) {
          await api.brandKits.fonts.update(id, { asset_id: assetId })
          await changed()
        },
      },
    ])
  return (
    <Button variant="default" size="compact-sm" fz="xs" onClick={() => chooseFile(fontFiles, send)}>
      {text.addFile}
    </Button>
  )
}
