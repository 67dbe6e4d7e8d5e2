import { createApi } from '../api.ts'
import { foldersIn } from '../pages/assets/folders/folder-queries.ts'
import { folderMaker } from './folder-maker.ts'
import type { KeptFile, Target } from './kept-files.ts'
import { namesIn } from './same-names.ts'
import type { KeptTask, Task } from './task.ts'

/** The parts of library uploads that depend on their folders. Files of one call share the known folders. */
export function targets(companyId: string) {
  const api = createApi(companyId)
  const makers = new Map<string | null, ReturnType<typeof folderMaker>>()
  const names = namesIn(api)
  return (
    { top, folders }: Target,
    name: string,
  ): Pick<Task, 'folderId'> & Required<Pick<Task, 'findSameName'>> => {
    const folderOf = makers.get(top) ?? folderMaker(api, (parentId) => foldersIn({ api }, parentId), top)
    makers.set(top, folderOf)
    const folderId = () => folderOf(folders)
    return { folderId, findSameName: async () => names(await folderId(), name) }
  }
}

/** Uploads that an earlier page did not finish. */
export function keptTasks(files: readonly KeptFile[]): KeptTask[] {
  const byCompany = new Map<string, ReturnType<typeof targets>>()
  return files.map(({ key, companyId, personId, target, name, size, lastModified, file }) => {
    const targetOf = byCompany.get(companyId) ?? targets(companyId)
    byCompany.set(companyId, targetOf)
    const { folderId, findSameName } = targetOf(target, name)
    return {
      key,
      companyId,
      name,
      size,
      lastModified,
      file,
      kept: { personId, target },
      folderId,
      async findSameName() {
        const found = await findSameName()
        // The server may have the file already, even if its response was lost. The idempotency key prevents
        // a second asset.
        return found?.size === size ? undefined : found
      },
    }
  })
}
