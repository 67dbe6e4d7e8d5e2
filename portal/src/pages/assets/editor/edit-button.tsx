import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { previewUrl } from '../details/preview.tsx'
import { useAssetSearch } from '../use-asset-search.ts'

/** Loaded when it is opened for the first time. */
const EditorDialog = lazy(async () => ({ default: (await import('./editor-dialog.tsx')).EditorDialog }))

/** Whether the server can edit the image of the asset, and the browser can display it. */
export function useCanEditPicture() {
  const { can } = useCompany()
  return (asset: Asset) =>
    can('library:write') && asset.type === 'image' && asset.width !== null && previewUrl(asset) !== undefined
}

type Props = {
  asset: Asset
  children(open: () => void): ReactNode
  onToggle?(isOpen: boolean): void
}

export function EditButton({ asset, children, onToggle }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { change } = useAssetSearch()
  const toggle = (now: boolean) => {
    setIsOpen(now)
    onToggle?.(now)
  }
  return (
    <>
      {children(() => toggle(true))}
      {isOpen && (
        <Suspense>
          <EditorDialog
            asset={asset}
            onClose={() => toggle(false)}
            onCopied={({ id }) => change({ asset: id })}
          />
        </Suspense>
      )}
    </>
  )
}
