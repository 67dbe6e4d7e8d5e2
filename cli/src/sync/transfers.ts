import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Asset, ChangedError, etagOf } from '../../../sdk/src/index.ts'
import { failure } from '../files/failure.ts'
import { inside } from '../files/inside-root.ts'
import { fetchWhole } from '../files/receive-file.ts'
import { sendNew } from '../files/send-file.ts'
import { changedMeanwhile, inPlace, type LocalFile, stampOf, whatIsAt } from './local-side.ts'
import { folderOf, nameOf, unfinishedName } from './paths.ts'
import { placeOf } from './remote-side.ts'
import type { Run } from './run.ts'
import type { State } from './state.ts'
import type { StepOf } from './step.ts'

/**
 * Uploads a file as a new asset. The upload is recorded before it starts, so it can be recognized after an
 * interruption.
 */
export async function sendFile(run: Run, local: LocalFile) {
  const { terminal, connection, root, remote, state, folders, progress } = run
  const { path, checksum, size } = local
  const folderId = await folders.idOf(folderOf(path))
  state.add({ sending: { path, checksum: checksum! } })
  const bytes = await openAsBlob(join(root, path))
  const file = { path: join(root, path), bytes, checksum: checksum!, folderId }
  const isThere = (kept: { id: string; checksum: string }) =>
    remote.files.get(kept.id)?.asset.checksum === kept.checksum && !state.hasAsset(kept.id)
  const moved = (sent: number) => progress.moved(path, sent)
  const sent = await sendNew(terminal, connection, file, isThere, moved)
  const asset = sent.asset ?? (await connection.atelier.assets.get(sent.id, terminal))
  noteSent(run, local, asset)
  return { asset_id: asset.id, size }
}

/** Uploads a changed file as a new version of its asset, unless the asset got another version in the meantime. */
export async function sendVersion(run: Run, step: StepOf<'new_version'>) {
  const { terminal, connection, state, progress } = run
  const { path, local, remote } = step
  const now = await connection.atelier.assets.get(remote.asset.id, terminal)
  const isThere = now.checksum === local.checksum
  const isAsRead = now.checksum === remote.asset.checksum
  // An interrupted run's upload may have completed after the library was listed.
  if (!isThere && !isAsRead && !mayBeSent(state, local, now)) throw changedInLibrary()
  const asset = isThere ? now : await replaced(run, local, now)
  noteSent(run, local, asset)
  progress.moved(path, local.size)
  return { asset_id: asset.id, size: local.size }
}

/** Retries until it succeeds or another version wins. @param now the asset as last read. */
async function replaced(run: Run, local: LocalFile, now: Asset): Promise<Asset> {
  const { terminal, connection, root, state } = run
  const { atelier } = connection
  const { path } = local
  const { version, etag: ifMatch, idempotencyKey } = sendingAs(run, local, now)
  const options = { signal: terminal.signal, ifMatch, idempotencyKey, fileName: nameOf(path) }
  try {
    return await atelier.assets.replaceFile(now.id, await openAsBlob(join(root, path)), options)
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error
    const changed = await atelier.assets.get(now.id, terminal)
    // Changes of metadata or renditions do not conflict with a new version, so retry.
    if (changed.version === version) return replaced(run, local, changed)
    // The newest version is not ours, so the pending upload must be forgotten.
    state.add({ unsent: path })
    throw changedInLibrary()
  }
}

const changedInLibrary = () =>
  failure('The asset was changed in the library during the sync. Run the command again.')

/** Records the key of a version before it is sent, so that a retry after an interruption creates no duplicate. */
function sendingAs({ state }: Run, local: LocalFile, asset: Asset) {
  const before = sentAs(state, local, asset)
  if (before && mayBeSent(state, local, asset)) return before
  const { id, version } = asset
  const idempotencyKey = before?.idempotencyKey ?? randomUUID()
  const as = { id, version, etag: etagOf(asset)!, idempotencyKey }
  state.add({ sending: { path: local.path, checksum: local.checksum!, as } })
  return as
}

/** The pending upload of this file, if it is a version of that asset. */
function sentAs(state: State, { path, checksum }: LocalFile, { id }: Asset) {
  const before = state.sending.get(path)
  return before?.checksum === checksum && before?.as?.id === id ? before.as : undefined
}

/** Whether the newest version may be the pending upload. The idempotency key lets the server decide. */
const mayBeSent = (state: State, local: LocalFile, asset: Asset) =>
  asset.version - 1 === sentAs(state, local, asset)?.version

/**
 * If the file was changed during the upload, the recorded checksum is the server's. The next run sends the
 * change.
 */
function noteSent({ state, remote }: Run, { path, mark, isFresh, checksum }: LocalFile, asset: Asset) {
  const isWhatWasRead = asset.checksum === checksum || asset.extension === 'svg'
  const sent = isWhatWasRead
    ? { mark: isFresh ? null : mark, checksum: checksum! }
    : { mark: null, checksum: asset.checksum }
  const place = placeOf(remote, asset)
  state.add({ synced: { path, id: asset.id, ...sent, remote: asset.checksum, place } })
}

/**
 * Downloads an asset. The file gets its name only when it is complete, and only if the existing file is still
 * the expected one.
 */
export async function fetchFile(run: Run, step: StepOf<'download' | 'replace'>) {
  const { terminal, connection, root, state, progress } = run
  const { path, remote } = step
  const { asset, place } = remote
  const moved = (bytes: number) => progress.moved(path, bytes)
  let received = asset.checksum
  const fetchTo = async (file: string) => {
    const part = join(dirname(file), unfinishedName())
    await fetchWhole(
      connection.atelier,
      asset,
      part,
      { signal: terminal.signal, moved, pace: connection.pace },
      async (checksum) => {
        received = checksum
        const there = await whatIsAt(file)
        if (step.action === 'replace' && there && there.same !== step.local.same) throw changedMeanwhile()
        if (step.action === 'download' && there) throw inPlace()
        await rename(part, file)
      },
    )
    // No other process knows this new file yet, so its mark is reliable even though the file is fresh.
    return (await stampOf(file)).mark
  }
  const mark = await inside(root, path, fetchTo, { isMaking: true })
  const { id, checksum } = asset
  // The two differ if the server removed metadata from the file.
  state.add({ synced: { path, id, mark, checksum: received, remote: checksum, place } })
  return { asset_id: id, size: asset.size }
}
