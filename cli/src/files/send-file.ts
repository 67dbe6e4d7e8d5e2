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
import { failure } from './failure.ts'
import type { LocalFile } from './local-files.ts'
import { stateFile, type UploadState } from './upload-states.ts'

export type Shelf = {
  folderId: string | null
  /** Checksum → asset ID. Includes uploads in progress. */
  assets: Map<string, Promise<string>>
  /** Asset ID → checksum. */
  checksums: Map<string, string>
}

/** Lists each folder once, because the API has no search by checksum. */
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
  /** Present if this run uploaded the asset. */
  asset?: Asset
}

/** Uploads a file unless its folder already contains it. Resumes an interrupted upload without duplicates. */
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
  // If two identical files are uploaded at the same time, the second waits for the first and shares its result or
  // error.
  if (there !== undefined) return { id: await there, isNew: false }
  const isThere = (asset: Known) => shelf.checksums.get(asset.id) === asset.checksum
  const what = { ...content, path: file.path, folderId: shelf.folderId }
  const sending = sendNew(terminal, connection, what, isThere, moved)
  const asset = sending.then(({ id }) => id)
  asset.catch(() => {})
  shelf.assets.set(checksum, asset)
  return sending
}

const svgType = 'image/svg+xml'

type Known = { id: string; checksum: string }

type NewFile = Content & {
  path: string
  folderId: string | null
}

/**
 * Uploads a file as a new asset. A repeated upload returns the same asset, and a large upload resumes where
 * it stopped.
 * @param isThere returns whether the folder still has an asset that was recorded for a sanitized SVG.
 */
export async function sendNew(
  { env, signal }: Pick<Terminal, 'env' | 'signal'>,
  { atelier, url }: Connection,
  { path, bytes, checksum, folderId }: NewFile,
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
    const fields = { folder_id: folderId }
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
      // The upload has expired, because the server deletes unfinished uploads after a day.
      if (!(error instanceof NotFoundError)) throw error
      return begin({ idempotencyKey: randomUUID() })
    }
  }

  const { asset } = await (state.url === undefined ? begin(state) : goOn(state.url)).catch(async (error) => {
    // The server would reject the same request again, so there is nothing to resume.
    if (error instanceof ValidationError) await kept.remove()
    throw error
  })
  // The server sanitizes SVG files, which changes their checksum. Only this record shows that the file was
  // uploaded.
  const { id, checksum: stored } = asset
  if (stored !== checksum && asset.mime_type !== svgType) {
    await kept.remove()
    throw failure(`The file changed while it was uploaded. Delete asset ${id} and upload the file again.`)
  }
  await (stored === checksum ? kept.remove() : kept.write({ ...state, asset: { id, checksum: stored } }))
  return { id, isNew: true, asset }
}
