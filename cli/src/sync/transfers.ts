import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Asset, ChangedError, etagOf } from '../../../sdk/src/index.ts'
import { failure, fetchWhole } from '../files/receive-file.ts'
import { sendNew } from '../files/send-file.ts'
import type { Run } from './carry-out.ts'
import { changedMeanwhile, inPlace, type LocalFile, stampOf, whatIsAt } from './local-side.ts'
import { assetName, folderOf, makeDirectory, nameOf, unfinishedName } from './places.ts'
import type { StepOf } from './plan.ts'
import { placeOf } from './remote-side.ts'

/** A file as a new asset. What is about to be sent is written down first: after a kill it is known again. */
export async function sendFile(run: Run, local: LocalFile) {
  const { terminal, connection, root, remote, state, folders, progress } = run
  const { path, checksum, size } = local
  const folderId = await folders.idOf(folderOf(path))
  state.add({ sending: { path, checksum: checksum! } })
  const bytes = await openAsBlob(join(root, path))
  const file = { path: join(root, path), bytes, checksum: checksum!, folderId, name: assetName(nameOf(path)) }
  const isThere = (kept: { id: string; checksum: string }) =>
    remote.files.get(kept.id)?.asset.checksum === kept.checksum && !state.hasAsset(kept.id)
  const moved = (sent: number) => progress.moved(path, sent)
  const sent = await sendNew(terminal, connection, file, isThere, moved)
  const asset = sent.asset ?? (await connection.atelier.assets.get(sent.id, terminal))
  noteSent(run, local, asset)
  return { asset_id: asset.id, size }
}

/** A changed file as a new version of its asset, unless somebody has given it another meanwhile. */
export async function sendVersion(run: Run, { path, local, remote }: StepOf<'new_version'>) {
  const { terminal, connection, root, state, progress } = run
  const { id, checksum } = remote.asset
  const { atelier } = connection
  const now = await atelier.assets.get(id, terminal)
  const changed = failure('It was changed in the library meanwhile: run it again.')
  if (now.checksum !== checksum) throw changed
  const { etag: ifMatch, idempotencyKey } = sendingAs(run, local, now)
  const options = { signal: terminal.signal, ifMatch, idempotencyKey, fileName: nameOf(path) }
  const sending = atelier.assets.replaceFile(id, await openAsBlob(join(root, path)), options)
  const asset = await sending.catch((error) => {
    if (!(error instanceof ChangedError)) throw error
    // The newest version is somebody else's, and must not be taken for ours again.
    state.add({ unsent: path })
    throw changed
  })
  noteSent(run, local, asset)
  progress.moved(path, local.size)
  return { asset_id: id, size: local.size }
}

/** Written down before it is sent. After a kill it is sent under the same key: what has come does not come again. */
function sendingAs({ state }: Run, { path, checksum }: LocalFile, asset: Asset) {
  const { id, version } = asset
  const before = state.sending.get(path)
  const isSame = before?.checksum === checksum && before?.as?.id === id
  if (isSame && version === before.as!.version + 1) return before.as!
  // What was said of the asset meanwhile does not stand in the way of its file.
  const idempotencyKey = isSame ? before.as!.idempotencyKey : randomUUID()
  const as = { id, version, etag: etagOf(asset)!, idempotencyKey }
  state.add({ sending: { path, checksum: checksum!, as } })
  return as
}

/** A file that was changed while it was sent is what the server has got; as it is now, the next run sends it. */
function noteSent({ state, remote }: Run, { path, mark, isFresh, checksum }: LocalFile, asset: Asset) {
  const isWhatWasRead = asset.checksum === checksum || asset.extension === 'svg'
  const sent = isWhatWasRead
    ? { mark: isFresh ? null : mark, checksum: checksum! }
    : { mark: null, checksum: asset.checksum }
  const place = placeOf(remote, asset)
  state.add({ synced: { path, id: asset.id, ...sent, remote: asset.checksum, place } })
}

/** An asset as a file, under its name once it is whole. What is in its place must be what it was. */
export async function fetchFile(run: Run, step: StepOf<'download' | 'replace'>) {
  const { terminal, connection, root, state, progress } = run
  const { path, remote } = step
  const { asset, place } = remote
  await makeDirectory(root, folderOf(path))
  const part = join(root, folderOf(path), unfinishedName())
  const moved = (bytes: number) => progress.moved(path, bytes)
  await fetchWhole(connection.atelier, asset, part, { signal: terminal.signal, moved }, async () => {
    const there = await whatIsAt(join(root, path))
    if (step.action === 'replace' && there && there.same !== step.local.same) throw changedMeanwhile()
    if (step.action === 'download' && there) throw inPlace()
    await rename(part, join(root, path))
  })
  // Nobody else knows the file yet: fresh as it is, it is as it was written.
  const { mark } = await stampOf(join(root, path))
  const { id, checksum } = asset
  state.add({ synced: { path, id, mark, checksum, remote: checksum, place } })
  return { asset_id: id, size: asset.size }
}
