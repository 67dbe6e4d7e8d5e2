import { UsageError } from '../errors.ts'
import { failure } from '../files/failure.ts'
import { hashFiles, type LocalFile, type LocalSide } from './local-side.ts'
import { isLeftOut, type Names, type Pair, pairUp } from './pairs.ts'
import { fileKey, folderKey, folderOf, nameOf } from './paths.ts'
import { knownFolders, planFolders } from './plan-folders.ts'
import type { RemoteFile } from './remote-side.ts'
import type { State, Synced } from './state.ts'
import type { Asked, Direction, Step } from './step.ts'

export type Plan = {
  steps: Step[]
  /** The number of files that are equal on both sides. */
  unchanged: number
  /** Paths of files that cannot be downloaded now, because the right to use them has ended or not begun. */
  unavailable: string[]
  /** Equal files whose state must be recorded. */
  equal: Synced[]
  /** Paths that were deleted on both sides. */
  forgotten: string[]
  /** Directories whose folder differs from the recorded folder. Null if both were deleted. */
  folders: { folder: string; id: string | null }[]
  problems: [path: string, error: unknown][]
}

export async function planSync(asked: Asked): Promise<Plan> {
  const { local, remote, state, direction } = asked
  const problems = leaveOutClashes(local)
  await readChanged(asked)
  problems.push(...local.unread)
  const { pairs, names } = pairUp(local, remote, state, direction !== 'down')
  const plan: Plan = {
    steps: [],
    unchanged: 0,
    unavailable: [],
    equal: [],
    forgotten: [],
    folders: [],
    problems,
  }
  const follows = followMoves(pairs, names, direction)
  for (const pair of pairs) {
    const { local: file, remote: asset, known } = pair
    const planned = plan.steps.length
    if (file && asset) planBoth(plan, asked, { local: file, remote: asset, known }, follows.get(pair), names)
    else if (file) planFile(plan, asked, file, known)
    else if (asset) planAsset(plan, asked, asset, pair)
    else plan.forgotten.push(known!.path)
    if (asset && asset.asset.availability !== 'available') leaveUnavailable(plan, planned)
  }
  plan.steps.push(...planFolders(asked, plan.steps))
  plan.folders.push(...knownFolders(asked))
  assertNotAll(plan, state)
  return plan
}

/** Leaves a file unchanged if its steps, which begin at this index, include a download. */
function leaveUnavailable({ steps, unavailable }: Plan, planned: number) {
  const download = steps.slice(planned).find(({ action }) => action === 'download' || action === 'replace')
  if (!download) return
  steps.length = planned
  unavailable.push(download.path)
}

/** Excludes directories that are the same folder in the library as an earlier directory. */
function leaveOutClashes(local: LocalSide): Plan['problems'] {
  const taken = new Map<string, string>()
  const problems: Plan['problems'] = []
  for (const path of [...local.folders].sort()) {
    const key = `${folderOf(path)}/${folderKey(nameOf(path))}`
    const other = taken.get(key)
    if (other === undefined) taken.set(key, path)
    else {
      const text = `This directory and ${other} are the same folder in the library, which ignores case, repeated spaces and invisible characters. Rename one of them.`
      problems.push([path, failure(text)])
      local.leftOut.add(path)
    }
  }
  if (problems.length === 0) return problems
  for (const path of [...local.folders]) if (isLeftOut(local, path)) local.folders.delete(path)
  for (const path of [...local.files.keys()]) if (isLeftOut(local, path)) local.files.delete(path)
  return problems
}

/** Reads changed files. With --down, files without an asset are not read either. */
async function readChanged({ local, remote, state, direction, root, terminal }: Asked) {
  const named =
    direction === 'down' &&
    new Set(
      [...remote.files.values()].map(({ directory, asset }) => `${directory}/${extensionOf(asset.filename)}`),
    )
  const unread: LocalFile[] = []
  for (const file of local.files.values()) {
    const known = state.synced.get(file.path)
    if (known?.mark === file.mark) file.checksum = known.checksum
    else if (!named || known || named.has(`${folderOf(file.path)}/${extensionOf(file.path)}`))
      unread.push(file)
  }
  await hashFiles(root, unread, local, terminal)
}

const extensionOf = (path: string) => /\.([^./]+)$/.exec(fileKey(path))?.[1] ?? ''

/**
 * Plans moves for files whose asset was renamed or moved. All old paths are freed first, because two files
 * may have swapped names.
 */
function followMoves(pairs: Pair[], names: Names, direction: Direction): Map<Pair, string> {
  const moved = direction === 'up' ? [] : pairs.filter(({ local, ...pair }) => local && isMovedRemotely(pair))
  for (const { local } of moved) names.leave(local!.path)
  return new Map(moved.map((pair) => [pair, names.forAsset(pair.remote!)]))
}

const isMovedRemotely = ({ remote, known }: Pick<Pair, 'remote' | 'known'>) =>
  remote !== undefined && known !== undefined && remote.asset.id === known.id && remote.place !== known.place

type Both = { local: LocalFile; remote: RemoteFile; known: Synced | undefined }

function planBoth(plan: Plan, asked: Asked, both: Both, follows: string | undefined, names: Names) {
  const { local, remote, known } = both
  const { asset } = remote
  const path = follows ?? local.path
  const decision = decide(asked, both)
  if (decision === 'conflict') {
    const copy = names.forCopy(path, asked.date)
    plan.steps.push({ action: 'set_aside', path: copy, from: local.path, local })
    plan.steps.push({ action: 'download', path, remote })
    if (asked.direction === 'both')
      plan.steps.push({ action: 'upload', path: copy, local: { ...local, path: copy } })
    return
  }
  const isMoved = planMove(plan, asked, both, path)
  if (decision === 'upload') plan.steps.push({ action: 'upload', path, local })
  else if (decision !== 'equal')
    plan.steps.push({ action: decision, path, local: { ...local, path }, remote })
  else if (!isMoved) {
    plan.unchanged += 1
    const isKnown = known?.mark === local.mark && known.id === asset.id && known.remote === asset.checksum
    if (isKnown && known.place === remote.place) return
    plan.equal.push(syncedOf(local, remote))
  }
}

const syncedOf = ({ path, mark, isFresh, checksum }: LocalFile, { asset, place }: RemoteFile): Synced => ({
  path,
  id: asset.id,
  mark: isFresh ? null : mark,
  checksum: checksum!,
  remote: asset.checksum,
  place,
})

/**
 * With --up or --down, the source wins. With --both, the changed side wins; if both changed, both are kept.
 */
function decide({ direction, state }: Asked, { local, remote, known }: Both) {
  const { asset } = remote
  const isChanged = local.checksum !== known?.checksum
  const isChangedThere = asset.checksum !== known?.remote
  if (local.checksum === asset.checksum || !(isChanged || isChangedThere)) return 'equal'
  const sending = direction === 'down' ? undefined : state.sending.get(local.path)
  // The upload may have succeeded. The checksum does not help for an SVG, because the server sanitizes it. Sending
  // it again with the same key is safe.
  if (asset.extension === 'svg' && sending && sending.checksum === local.checksum) {
    if (!sending.as && !known) return 'upload'
    if (sending.as?.id === asset.id && asset.version <= sending.as.version + 1) return 'new_version'
  }
  if (direction === 'up') return 'new_version'
  if (!isChanged) return 'replace'
  return direction === 'both' && !isChangedThere ? 'new_version' : 'conflict'
}

/** @returns whether one side is moved. With --both, the library's name wins if both were renamed. */
function planMove(plan: Plan, { direction }: Asked, { local, remote, known }: Both, path: string): boolean {
  if (!known) return false
  const moved = { local, remote, known }
  if (path !== local.path) {
    plan.steps.push({ action: 'move_file', path, from: local.path, moved })
    return true
  }
  const isAssetBehind =
    local.path !== known.path || (direction === 'up' && isMovedRemotely({ remote, known }))
  if (!isAssetBehind || direction === 'down') return false
  if (direction === 'both' && isMovedRemotely({ remote, known })) return false
  plan.steps.push({ action: 'move_asset', path, from: known.path, moved })
  return true
}

/** A file without an asset. */
function planFile(plan: Plan, { direction, isDeleting }: Asked, local: LocalFile, known: Synced | undefined) {
  const { path } = local
  const isAsSynced = known !== undefined && known.checksum === local.checksum
  if (direction !== 'up' && isDeleting && isAsSynced) plan.steps.push({ action: 'remove', path, local })
  else if (direction !== 'down') plan.steps.push({ action: 'upload', path, local })
}

function planAsset(plan: Plan, { direction, isDeleting }: Asked, remote: RemoteFile, { known, path }: Pair) {
  const isAsSynced = known !== undefined && known.remote === remote.asset.checksum
  if (direction !== 'down' && isDeleting && isAsSynced)
    plan.steps.push({ action: 'trash', path: known.path, remote })
  else if (direction !== 'up') plan.steps.push({ action: 'download', path: path!, remote })
}

/** Throws if all files are missing, because a disk is probably not mounted or the path is wrong. */
function assertNotAll({ steps }: Plan, { synced }: State) {
  for (const [action, where] of [
    ['trash', 'this folder'],
    ['remove', 'the library'],
  ] as const) {
    const count = steps.filter((step) => step.action === action).length
    if (count > 1 && count === synced.size)
      throw new UsageError(
        `None of the ${count} synced files are left in ${where}. Check that it is the right folder. To delete them on the other side too, delete them there yourself. To keep them, omit --delete.`,
      )
  }
}
