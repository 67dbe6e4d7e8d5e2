import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DragEvent } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText, folderText } from '../../../strings/assets.ts'
import { notifyDone, notifyError, notifyUndoable } from '../../../ui/notify.tsx'
import { droppedFiles } from '../../../uploads/found-files.ts'
import { droppedIn, isFromLibrary } from '../dragging.ts'
import { useBatch } from '../use-batch.ts'
import { useUploading } from '../use-uploading.ts'
import { rootId } from './folder-queries.ts'

/** The user's own changes are shown immediately; other changes arrive through the feed. */
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
  const move = useMutation({
    async mutationFn({ id, parentId }: Move) {
      const before = await api.folders.get(id)
      if (before.parent_id === parentId) return { folder: before, before }
      return { folder: await api.folders.update(id, { parent_id: parentId }), before }
    },
    onSuccess({ folder, before }, { isUndo }) {
      const message = folderText.moved(folder.name, parentNameOf(folder.path))
      if (isUndo || folder.parent_id === before.parent_id) notifyDone(message)
      else
        notifyUndoable(message, assetText.undo, () =>
          move.mutate({ id: folder.id, parentId: before.parent_id, isUndo: true }),
        )
      return changed()
    },
  })
  return move
}

type Move = { id: string; parentId: string | null; isUndo?: boolean }

/** The name of the parent folder. Undefined at the root. A name contains no slash. */
const parentNameOf = (path: string) => path.split('/').at(-2) || undefined

/** Moves a folder and its content to the trash, with an undo action. */
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

/** Moves dropped assets or a folder into a folder, and uploads files into it. */
export function useDropOnFolder() {
  const moveFolder = useMoveFolder()
  const batch = useBatch()
  const upload = useUploading()
  return (event: DragEvent, folderId: string) => {
    if (!isFromLibrary(event)) {
      void droppedFiles(event.dataTransfer).then((found) => upload(found, folderId), notifyError)
      return
    }
    const { assetIds, folderId: moved } = droppedIn(event)
    const parentId = folderId === rootId ? null : folderId
    if (assetIds.length > 0) batch.mutate({ action: 'move', ids: assetIds, folder_id: parentId })
    if (moved !== undefined && moved !== folderId) moveFolder.mutate({ id: moved, parentId })
  }
}
