import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Atelier, AtelierError } from '../../../sdk/src/index.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { checksumOf } from './content.ts'
import { failure } from './failure.ts'
import { inside } from './inside-root.ts'
import type { Listed } from './local-names.ts'
import type { Pace } from './transfer-rate.ts'

type Receiving = {
  signal: AbortSignal
  isOverwriting: boolean
  /** The changes that the server makes to the file. */
  wanted?: WantedFile | undefined
  moved(bytes: number): void
  pace?: Pace | undefined
}

/**
 * The file rendered with a preset, or with the metadata of the asset written into it, if its format supports it.
 */
export type WantedFile = { preset: string } | { metadata: 'embed' }

type Wanted = Pick<Listed, 'id' | 'url' | 'checksum'>

/** The path of the file, and whether its bytes match the asset's checksum. */
type Source = { url: string; isAltered: boolean }

/**
 * Downloads an asset unless its file exists. The file gets its name only when it is complete.
 * @param name the path of the file relative to the root, with slashes.
 * @returns whether the asset was downloaded.
 * @throws {AtelierError} if a different file has that name.
 */
export function receiveFile(
  atelier: Atelier,
  asset: Listed,
  root: string,
  name: string,
  { signal, isOverwriting, wanted, moved, pace }: Receiving,
): Promise<boolean> {
  const receive = async (path: string) => {
    const there = await lstat(path).catch(unlessMissing)
    const source = wanted && (await alteredFile(atelier, asset, wanted, signal))
    const isSame = !source && there?.isFile() && there.size === asset.size
    if (isSame && (await checksumOf(path, signal)) === asset.checksum) return false
    // The checksum of the asset belongs to the stored file, so only a download shows the expected bytes of
    // the local file.
    const isComparing =
      there?.isFile() && !isOverwriting && (source !== undefined || (await lacksMetadata(asset, signal)))
    if (there && !isOverwriting && !isComparing) throw differs()
    const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
    let isNew = true
    await fetchWhole(atelier, asset, part, { signal, moved, pace, source }, async (checksum) => {
      if (isComparing) {
        if ((await checksumOf(path, signal)) !== checksum) throw differs()
        isNew = false
        return rm(part)
      }
      // An existing link is replaced, not followed.
      await rename(part, path)
    })
    return isNew
  }
  return inside(root, name, receive, { isMaking: true })
}

const differs = () => failure('A different file exists. Move or rename it, or replace it with --overwrite.')

/**
 * Undefined for formats without metadata and for files that presets do not support. These files are
 * downloaded unchanged.
 */
async function alteredFile(
  atelier: Atelier,
  { id, type }: Listed,
  wanted: WantedFile,
  signal: AbortSignal,
): Promise<Source | undefined> {
  if ('preset' in wanted && type !== 'image') return undefined
  try {
    const { url } = await atelier.assets.link(id, { ...wanted, download: true }, { signal })
    return { url, isAltered: true }
  } catch (error) {
    if (error instanceof AtelierError && error.fields.metadata) return undefined
    throw error
  }
}

/** Whether the server removes metadata from the file, as configured for the company. */
const lacking = ({ headers }: Response) => headers.has('x-removed-metadata')

async function lacksMetadata({ url }: Pick<Listed, 'url'>, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(url, { method: 'HEAD', signal })
  return response.ok && lacking(response)
}

/**
 * Downloads an asset to a temporary file and syncs it to disk. Calls `done` to rename the file only if its
 * SHA-256 matches, or if the server reports that it removed metadata.
 * @param done receives the SHA-256 of the file.
 * @param part the temporary path. It is deleted on failure.
 */
export async function fetchWhole(
  atelier: Atelier,
  asset: Wanted,
  part: string,
  {
    signal,
    moved,
    pace,
    source,
  }: Pick<Receiving, 'signal' | 'moved' | 'pace'> & { source?: Source | undefined },
  done: (checksum: string) => Promise<void>,
): Promise<void> {
  try {
    const from = source ?? { url: asset.url, isAltered: false }
    const response = await opened(atelier, asset.id, from, signal)
    const checksum = from.isAltered ? undefined : asset.checksum
    await done(await fetchTo(part, response, checksum, { moved, pace, signal }))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Opens a file link, and refreshes it if it expired during a long download. */
async function opened(
  atelier: Atelier,
  id: string,
  { url, isAltered }: Source,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, { signal })
  if (response.ok) return response
  // A link that was just created for this file cannot have expired.
  if (isAltered) throw await refused(response)
  await response.body?.cancel()
  const asset = await atelier.assets.get(id, { signal })
  if (asset.availability !== 'available') throw failure(unavailable[asset.availability])
  const again = await fetch(asset.url, { signal })
  if (again.ok) return again
  throw await refused(again)
}

async function refused({ body, headers, status }: Response) {
  await body?.cancel()
  const requestId = headers.get('x-request-id')
  return failure(
    `The server responded with status ${status}. Try again later.${requestId ? ` (${requestId})` : ''}`,
  )
}

const unavailable = {
  expired: 'The right to use the asset has ended.',
  not_yet: 'The right to use the asset has not begun.',
}

async function fetchTo(
  part: string,
  response: Response,
  checksum: string | undefined,
  { moved, pace, signal }: Pick<Receiving, 'signal' | 'moved' | 'pace'>,
): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of response.body ?? []) {
      hash.update(chunk)
      bytes += chunk.length
      moved(bytes)
      await pace?.(chunk.length)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(part, { flags: 'wx', flush: true }), { signal })
  const received = hash.digest('hex')
  if (checksum !== undefined && received !== checksum && !lacking(response))
    throw failure('The download is damaged, or the asset was changed during the download. Try again.')
  return received
}
