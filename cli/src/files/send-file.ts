import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import {
  type Asset,
  type Atelier,
  NotFoundError,
  type Uploaded,
  ValidationError,
} from '../../../sdk/src/index.ts'
import type { Connection } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { type Content, contentOf } from './content.ts'
import type { LocalFile } from './local-files.ts'
import { stateFile, type UploadState } from './upload-states.ts'

/** What a folder of the library has. */
export type Shelf = {
  folderId: string | null
  /** Checksum → the asset, of those that are under way here too. */
  assets: Map<string, Promise<string>>
  /** Asset → its checksum. */
  checksums: Map<string, string>
}

/** Each folder is read once. The API finds nothing by its checksum, so the folder is what is looked through. */
export function shelves(atelier: Atelier, signal: AbortSignal) {
  const known = new Map<string | null, Promise<Shelf>>()

  async function read(folderId: string | null): Promise<Shelf> {
    const shelf: Shelf = { folderId, assets: new Map(), checksums: new Map() }
    const query = { folder_id: folderId ?? 'root', fields: ['id', 'checksum'] } as const
    for await (const { id, checksum } of atelier.assets.list(query, { signal })) {
      shelf.assets.set(checksum, Promise.resolve(id))
      shelf.checksums.set(id, checksum)
    }
    return shelf
  }

  return (folderId: string | null): Promise<Shelf> => {
    const shelf = known.get(folderId) ?? read(folderId)
    known.set(folderId, shelf)
    return shelf
  }
}

export type Sent = {
  id: string
  isNew: boolean
  /** When the server has answered it now. */
  asset?: Asset
}

/** Sends a file unless its folder has it. A run that was killed in the middle is gone on with, and nothing comes twice. */
export async function sendFile(
  terminal: Terminal,
  connection: Connection,
  file: LocalFile,
  shelf: Shelf,
  moved: (bytes: number) => void,
): Promise<Sent> {
  const content = await contentOf(file, terminal.signal)
  const { checksum } = content
  const there = shelf.assets.get(checksum)
  // Of two equal files at once the second waits for the first, and is refused as it is.
  if (there !== undefined) return { id: await there, isNew: false }
  const isThere = (asset: Known) => shelf.checksums.get(asset.id) === asset.checksum
  const what = { ...content, path: file.path, folderId: shelf.folderId }
  const sending = sendNew(terminal, connection, what, isThere, moved)
  const asset = sending.then(({ id }) => id)
  asset.catch(() => {})
  shelf.assets.set(checksum, asset)
  return sending
}

type Known = { id: string; checksum: string }

type NewFile = Content & {
  path: string
  folderId: string | null
  /** What the asset is called; as the server takes it from the file's name when not given. */
  name?: string
}

/**
 * Sends a file as a new asset. Sent again after a kill, it is the same one, and a large one goes on where it was.
 * @param isThere says of what was kept of a drawing that the server has cleaned whether its folder still has it.
 */
export async function sendNew(
  { env, signal }: Pick<Terminal, 'env' | 'signal'>,
  { atelier, url }: Connection,
  { path, bytes, checksum, folderId, name }: NewFile,
  isThere: (asset: Known) => boolean,
  moved: (bytes: number) => void,
): Promise<Sent> {
  const kept = stateFile(env, [url, folderId, basename(path), checksum])
  const before = await kept.read()
  if (before?.asset && isThere(before.asset)) return { id: before.asset.id, isNew: false }
  const state: UploadState = before && !before.asset ? before : { idempotencyKey: randomUUID() }
  const options = { signal, onProgress: ({ sent }: { sent: number }) => moved(sent) }

  async function begin(from: UploadState): Promise<Uploaded> {
    await kept.write(from)
    let writing = Promise.resolve()
    const onUrl = (url: string) => {
      writing = kept.write({ ...from, url })
    }
    const fields = { folder_id: folderId, ...(name !== undefined && { name }) }
    const { idempotencyKey } = from
    const uploaded = await atelier.assets.upload(bytes, fields, {
      ...options,
      fileName: basename(path),
      idempotencyKey,
      onUrl,
    })
    await writing
    return uploaded
  }

  async function goOn(url: string): Promise<Uploaded> {
    try {
      return await atelier.uploads.resume(url, bytes, options)
    } catch (error) {
      // It has ended meanwhile: after a day the server forgets what was not finished.
      if (!(error instanceof NotFoundError)) throw error
      return begin({ idempotencyKey: randomUUID() })
    }
  }

  const { asset } = await (state.url === undefined ? begin(state) : goOn(state.url)).catch(async (error) => {
    // What was refused will be refused again: there is nothing to go on with.
    if (error instanceof ValidationError) await kept.remove()
    throw error
  })
  // SVG is cleaned by the server: then only this says that it is there.
  const { id, checksum: stored } = asset
  await (stored === checksum ? kept.remove() : kept.write({ ...state, asset: { id, checksum: stored } }))
  return { id, isNew: true, asset }
}
