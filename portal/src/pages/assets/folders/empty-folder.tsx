import { Button } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { Empty } from '../../../ui/states.tsx'
import { assetsBelowQuery } from '../asset-queries.ts'
import { UploadFilesButton } from '../upload-button.tsx'
import { useAssetSearch } from '../use-asset-search.ts'
import { useCanDrop } from '../use-can-drop.ts'
import { useUploading } from '../use-uploading.ts'

/** A folder without assets. A button shows the assets of its subfolders. */
export function EmptyFolder({ canWrite }: { canWrite: boolean }) {
  const { search, change } = useAssetSearch()
  const canDrop = useCanDrop()
  const upload = useUploading()
  const { data: below = 0 } = useQuery({
    ...assetsBelowQuery(useCompany(), { folder_id: search.folder, recursive: true }),
  })
  return (
    <Empty
      icon={<IconFolderOpen />}
      title={text.emptyFolderTitle}
      description={canWrite ? (canDrop ? text.emptyFolder : text.emptyFolderOnTouch) : text.emptyFolderReader}
      action={
        <>
          {canWrite && <UploadFilesButton onFiles={upload} />}
          {below > 0 && (
            <Button variant="default" onClick={() => change({ subfolders: true }, { replace: true })}>
              {text.showBelow(below)}
            </Button>
          )}
        </>
      }
    />
  )
}
