import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DragEvent } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText, folderText } from '../../../strings/assets.ts'
import { notifyDone, notifyUndoable } from '../../../ui/notify.tsx'
import { droppedIn } from '../dragging.ts'
import { useBatch } from '../use-batch.ts'
import { rootId } from './folder-queries.ts'

/** Own changes are shown immediately; those of others arrive through the feed. */
export function useFoldersChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [id, 'folder'] }),
      queryClient.invalidateQueries({ queryKey: [id, 'asset'] }),
    ])
  }
}

export function useMoveFolder() {
  const { api } = useCompany()
  const changed = useFoldersChanged()
  return useMutation({
    mutationFn: ({ id, parentId }: { id: string; parentId: string | null }) =>
      api.folders.update(id, { parent_id: parentId }),
    onSuccess({ path }) {
      notifyDone(folderText.moved(parentNameOf(path)))
      return changed()
    },
  })
}

/** Undefined at the root. A name contains no slash. */
const parentNameOf = (path: string) => path.split('/').at(-2) || undefined

/** Moves a folder with its content to the trash, with an undo action. */
export function useTrashFolder() {
  const { api } = useCompany()
  const changed = useFoldersChanged()
  const restore = useMutation({
    mutationFn: ({ id }: Folder) => api.folders.restore(id),
    onSuccess() {
      notifyDone(folderText.restored)
      return changed()
    },
  })
  return async (folder: Folder) => {
    await api.folders.delete(folder.id, { recursive: true })
    notifyUndoable(folderText.removed, assetText.undo, () => restore.mutate(folder))
    await changed()
  }
}

/** Moves dropped assets or a folder into a folder. */
export function useDropOnFolder() {
  const moveFolder = useMoveFolder()
  const batch = useBatch()
  return (event: DragEvent, folderId: string) => {
    const { assetIds, folderId: moved } = droppedIn(event)
    const parentId = folderId === rootId ? null : folderId
    if (assetIds.length > 0) batch.mutate({ action: 'move', ids: assetIds, folder_id: parentId })
    if (moved !== undefined && moved !== folderId) moveFolder.mutate({ id: moved, parentId })
  }
}
