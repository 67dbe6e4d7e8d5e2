import type { Atelier } from '../../../sdk/src/index.ts'
import { type RemoteFolders, remoteFolders } from '../files/remote-folders.ts'
import { folderOf, nameOf } from './paths.ts'
import type { RemoteSide } from './remote-side.ts'

/** Finds or creates the library folders that correspond to local directories. */
export function makeFolders(atelier: Atelier, remote: RemoteSide, signal: AbortSignal) {
  const folders: RemoteFolders = remoteFolders(atelier, signal)
  const known = new Map<string, Promise<string | null>>([['', Promise.resolve(remote.rootId ?? null)]])
  for (const [path, id] of remote.folders) known.set(path, Promise.resolve(id))

  function idOf(path: string): Promise<string | null> {
    const found = known.get(path) ?? idOf(folderOf(path)).then((id) => folders.below(id, [nameOf(path)]))
    known.set(path, found)
    return found
  }

  return { idOf }
}
