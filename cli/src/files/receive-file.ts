import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Atelier } from '../../../sdk/src/index.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { checksumOf } from './content.ts'
import { failure } from './failure.ts'
import { inside } from './inside-root.ts'
import type { Listed } from './local-names.ts'
import type { Pace } from './transfer-rate.ts'

type Receiving = {
  signal: AbortSignal
  isOverwriting: boolean
  moved(bytes: number): void
  pace?: Pace | undefined
}

/**
 * Downloads an asset unless its file exists. The file gets its name only when it is complete.
 * @param name is the path of the file relative to the root, with slashes.
 * @returns whether it was downloaded. @throws {AtelierError} if a different file has that name.
 */
export function receiveFile(
  atelier: Atelier,
  asset: Listed,
  root: string,
  name: string,
  { signal, isOverwriting, moved, pace }: Receiving,
): Promise<boolean> {
  const receive = async (path: string) => {
    const there = await lstat(path).catch(unlessMissing)
    const isSame = there?.isFile() && there.size === asset.size
    if (isSame && (await checksumOf(path, signal)) === asset.checksum) return false
    if (there && !isOverwriting)
      throw failure('A different file exists. Move it away, or replace it with --overwrite.')
    const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
    // An existing link is replaced, not followed.
    await fetchWhole(atelier, asset, part, { signal, moved, pace }, () => rename(part, path))
    return true
  }
  return inside(root, name, receive, { isMaking: true })
}

/**
 * Downloads an asset to a temporary file and syncs it to disk. Calls `done` to rename it only if its SHA-256
 * matches.
 * @param part is the temporary path. It is deleted on failure.
 */
export async function fetchWhole(
  atelier: Atelier,
  asset: Pick<Listed, 'id' | 'url' | 'checksum'>,
  part: string,
  { signal, moved, pace }: Omit<Receiving, 'isOverwriting'>,
  done: () => Promise<void>,
): Promise<void> {
  try {
    await fetchTo(part, await opened(atelier, asset, signal), asset.checksum, { moved, pace, signal })
    await done()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** File links expire after some hours, so in a long download a link may need to be refreshed. */
async function opened(
  atelier: Atelier,
  { id, url }: Pick<Listed, 'id' | 'url'>,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, { signal })
  if (response.ok) return response
  await response.body?.cancel()
  const again = await fetch((await atelier.assets.get(id, { signal })).url, { signal })
  if (again.ok) return again
  await again.body?.cancel()
  const requestId = again.headers.get('x-request-id')
  throw failure(
    `The server responded with status ${again.status}. Try again later.${requestId ? ` (${requestId})` : ''}`,
  )
}

async function fetchTo(
  part: string,
  { body }: Response,
  checksum: string,
  { moved, pace, signal }: Omit<Receiving, 'isOverwriting'>,
) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of body ?? []) {
      hash.update(chunk)
      bytes += chunk.length
      moved(bytes)
      await pace?.(chunk.length)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(part, { flags: 'wx', flush: true }), { signal })
  if (hash.digest('hex') !== checksum)
    throw failure('The download is damaged, or the asset was changed meanwhile. Try again.')
}
