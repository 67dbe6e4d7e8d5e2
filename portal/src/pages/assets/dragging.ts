import type { DragEvent } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'

/** The drag type inside the portal; files from elsewhere have the type `Files`. */
const assetsType = 'application/x-atelier-assets'
const folderType = 'application/x-atelier-folder'

/** Starts dragging an asset, or the whole selection if the asset is selected. */
export function dragAssets(event: DragEvent, { id }: Asset, selected: ReadonlySet<string>) {
  const ids = selected.has(id) ? [...selected] : [id]
  event.dataTransfer.setData(assetsType, JSON.stringify(ids))
  event.dataTransfer.effectAllowed = 'move'
}

export function dragFolder(event: DragEvent, id: string) {
  event.stopPropagation()
  event.dataTransfer.setData(folderType, id)
  event.dataTransfer.effectAllowed = 'move'
}

/** Whether assets or folders are dragged over the target. Browsers reveal the data only on drop. */
export const isFromLibrary = ({ dataTransfer: { types } }: Pick<DragEvent, 'dataTransfer'>) =>
  types.includes(assetsType) || types.includes(folderType)

/** Whether assets are dragged over the target. */
export const areAssets = ({ dataTransfer: { types } }: Pick<DragEvent, 'dataTransfer'>) =>
  types.includes(assetsType)

export function droppedIn({ dataTransfer }: DragEvent): { assetIds: string[]; folderId: string | undefined } {
  const ids = dataTransfer.getData(assetsType)
  return {
    assetIds: ids === '' ? [] : (JSON.parse(ids) as string[]),
    folderId: dataTransfer.getData(folderType) || undefined,
  }
}
