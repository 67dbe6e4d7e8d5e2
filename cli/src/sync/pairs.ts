import { collisionKey } from '../../../server/src/zip/file-systems.ts'
import { fileName } from '../files/local-names.ts'
import { grouped } from './group-by.ts'
import type { LocalFile, LocalSide } from './local-side.ts'
import { fileKey, folderOf, nameOf, pathIn } from './paths.ts'
import type { RemoteFile, RemoteSide } from './remote-side.ts'
import type { State, Synced } from './state.ts'

/** Only one of them, if the other does not exist yet. */
export type Pair = {
  local?: LocalFile | undefined
  remote?: RemoteFile | undefined
  /** Their last synced state. */
  known?: Synced | undefined
  /** The path of a file that has to be downloaded. */
  path?: string
}

export type Names = {
  /** A free path for the file of an asset. */
  forAsset(remote: RemoteFile): string
  /** The name for a conflict copy. */
  forCopy(path: string, date: string): string
  /** Marks a path as free. */
  leave(path: string): void
}

/**
 * Matches files with assets: by the recorded state; by the pending uploads of an interrupted run; by
 * checksum, for renamed files; by name.
 * @param isMoved whether a missing file can match a new file, which is true only if local changes count.
 */
export function pairUp(local: LocalSide, remote: RemoteSide, state: State, isMoved: boolean) {
  const files = new Map(local.files)
  const assets = new Map(remote.files)
  const names = namesOf(local, remote)
  const pairs: Pair[] = []

  function claim(pair: Pair) {
    if (pair.local) files.delete(pair.local.path)
    if (pair.remote) assets.delete(pair.remote.asset.id)
    pairs.push(pair)
  }

  const gone: Pair[] = []
  for (const known of state.synced.values()) {
    const pair = { known, local: files.get(known.path), remote: assets.get(known.id) }
    // Its state is unknown, so it is skipped.
    if (isLeftOut(local, known.path)) assets.delete(known.id)
    else if (pair.local && pair.remote) claim(pair)
    else if (pair.remote) gone.push(pair)
    else if (!pair.local) pairs.push(pair)
  }

  for (const pair of interrupted(files, assets, state)) claim(pair)

  const sameContent = grouped(
    [...files.values()].filter(({ path }) => isMoved && !state.synced.has(path)),
    ({ checksum }) => checksum,
  )
  for (const pair of gone) {
    const moved = sameContent.get(pair.known!.checksum)?.find(({ path }) => files.has(path))
    if (moved) claim({ ...pair, local: moved })
  }

  for (const pair of gone) {
    const { known, remote: asset } = pair
    if (!assets.has(known!.id)) continue
    const isSame = asset!.place === known!.place && folderOf(known!.path) === asset!.directory
    claim({ ...pair, path: isSame ? known!.path : names.forAsset(asset!) })
  }

  const sameName = grouped([...files.values()], ({ path }) => fileKey(path))
  for (const asset of [...assets.values()].sort((one, other) => (one.asset.id < other.asset.id ? -1 : 1))) {
    const wanted = namesFor(asset)
    const file = wanted
      .flatMap((path) => sameName.get(fileKey(path)) ?? [])
      .find(({ path }) => files.has(path))
    if (file) claim({ local: file, remote: asset, known: state.synced.get(file.path) })
    else claim({ remote: asset, path: names.forAsset(asset) })
  }
  for (const file of files.values()) pairs.push({ local: file, known: state.synced.get(file.path) })
  return { pairs, names }
}

/** Finds files whose upload finished, but was not recorded before the run was interrupted. */
function interrupted(files: Map<string, LocalFile>, assets: Map<string, RemoteFile>, state: State): Pair[] {
  const sent = [...state.sending.values()].filter(({ path, as }) => files.has(path) && !as)
  if (sent.length === 0) return []
  const byContent = grouped([...assets.values()], (one) => `${one.directory}/${one.asset.checksum}`)
  return sent.flatMap(({ path, checksum }) => {
    const found = byContent.get(`${folderOf(path)}/${checksum}`) ?? []
    const remote = found.find(
      ({ asset }) => assets.has(asset.id) && fileKey(asset.filename) === fileKey(nameOf(path)),
    )
    if (!remote) return []
    assets.delete(remote.asset.id)
    const { asset, place } = remote
    const known = { path, id: asset.id, mark: null, checksum, remote: checksum, place }
    return [{ local: files.get(path), remote, known }]
  })
}

export const isLeftOut = (local: LocalSide, path: string): boolean =>
  local.leftOut.has(path) || (path !== '' && isLeftOut(local, folderOf(path)))

/** Possible file names of an asset. If assets in a folder have the same name, all but one include their ID. */
const namesFor = ({ asset, directory }: RemoteFile): string[] =>
  ['', ` ${asset.id}`].map((suffix) => pathIn(directory, fileName(asset, suffix)))

function namesOf(local: LocalSide, remote: RemoteSide): Names {
  const there = [local.files.keys(), local.folders, local.leftOut, remote.folders.keys()]
  const taken = new Set(there.flatMap((paths) => [...paths].map(collisionKey)))

  function take(candidates: Iterable<string>): string {
    for (const path of candidates) {
      if (taken.has(collisionKey(path))) continue
      taken.add(collisionKey(path))
      return path
    }
    throw new Error('All possible file names are taken.')
  }

  return {
    forAsset(one) {
      return take(
        numbered(namesFor(one), (number) => namesFor(one)[1]!.replace(one.asset.id, `$& ${number}`)),
      )
    },
    forCopy(path, date) {
      const dot = path.lastIndexOf('.')
      const [stem, end] = dot > path.lastIndexOf('/') + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, '']
      return take(
        numbered(
          [`${stem} (conflict ${date})${end}`],
          (number) => `${stem} (conflict ${date} ${number})${end}`,
        ),
      )
    },
    leave: (path) => void taken.delete(collisionKey(path)),
  }
}

function* numbered(first: string[], more: (number: number) => string) {
  yield* first
  for (let number = 2; ; number++) yield more(number)
}
