import { fileName } from '../files/local-names.ts'
import type { PathFilter } from '../files/path-filter.ts'
import type { LocalSide } from './local-side.ts'
import { pathIn } from './paths.ts'
import type { RemoteSide } from './remote-side.ts'
import type { State } from './state.ts'

/**
 * Removes excluded files from both sides. Otherwise, a file that is excluded on one side only would look
 * deleted there. A synced pair is excluded if the filter excludes its last common path, its file or its
 * asset.
 */
export function leaveOut(filter: PathFilter, local: LocalSide, remote: RemoteSide, state: State): void {
  const pathOf = ({ directory, asset }: { directory: string; asset: { filename: string } }) =>
    pathIn(directory, fileName(asset))
  for (const { path, id } of state.synced.values()) {
    const there = remote.files.get(id)
    if (!filter.file(path) || (there && !filter.file(pathOf(there)))) local.leftOut.add(path)
  }
  for (const path of [...local.files.keys()])
    if (!filter.file(path) || local.leftOut.has(path)) {
      local.files.delete(path)
      local.leftOut.add(path)
    }
  // Keeps the state of an excluded pair of folders, so that a later sync without the filter can delete it.
  for (const path of state.folders.keys()) if (!filter.folder(path)) local.leftOut.add(path)
  for (const path of [...local.folders]) if (!filter.folder(path)) local.folders.delete(path)
  for (const [path] of [...remote.folders]) if (!filter.folder(path)) remote.folders.delete(path)
  const known = new Map([...state.synced.values()].map(({ id, path }) => [id, path]))
  for (const [id, one] of [...remote.files]) {
    const before = known.get(id)
    if (!filter.file(pathOf(one)) || (before !== undefined && local.leftOut.has(before)))
      remote.files.delete(id)
  }
}
