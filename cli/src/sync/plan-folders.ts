import { isLeftOut } from './pairs.ts'
import { folderOf } from './paths.ts'
import type { Asked, Step } from './step.ts'

/**
 * Plans folders, including empty ones. They are created before files are transferred and deleted after their
 * files.
 */
export function planFolders({ local, remote, state, direction, isDeleting }: Asked, steps: Step[]): Step[] {
  const left = leftByMoves(steps)
  const ids = new Set(remote.folders.values())
  const planned: Step[] = []
  for (const path of local.folders) {
    if (remote.folders.has(path)) continue
    const id = state.folders.get(path)
    const isGone = id !== undefined && (isDeleting || ids.has(id) || left.file.has(path))
    if (isGone && direction !== 'up') planned.push({ action: 'remove_directory', path })
    else if (direction !== 'down') planned.push({ action: 'make_folder', path })
  }
  for (const [path, id] of remote.folders) {
    if (local.folders.has(path)) continue
    const isGone = state.folders.get(path) === id && (isDeleting || left.asset.has(path))
    if (isGone && direction !== 'down') planned.push({ action: 'trash_folder', path, id })
    else if (direction !== 'up') planned.push({ action: 'make_directory', path })
  }
  return planned
}

/** A renamed folder is planned as moved files. The old folder is deleted when it is empty. */
function leftByMoves(steps: Step[]) {
  const left = { file: new Set<string>(), asset: new Set<string>() }
  for (const step of steps) {
    if (step.action !== 'move_file' && step.action !== 'move_asset') continue
    const folders = step.action === 'move_file' ? left.file : left.asset
    for (let path = folderOf(step.from); path !== ''; path = folderOf(path)) folders.add(path)
  }
  return left
}

/** Folder pairs to record, and deleted folder pairs to forget. */
export function knownFolders({ local, remote, state }: Asked): { folder: string; id: string | null }[] {
  const there = [...remote.folders].filter(
    ([path, id]) => local.folders.has(path) && state.folders.get(path) !== id,
  )
  const gone = [...state.folders.keys()].filter(
    (path) => !local.folders.has(path) && !remote.folders.has(path) && !isLeftOut(local, path),
  )
  return [...there.map(([folder, id]) => ({ folder, id })), ...gone.map((folder) => ({ folder, id: null }))]
}
