import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Atelier } from '../../../sdk/src/index.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { checksumOf } from './content.ts'
import { failure } from './failure.ts'
import { inside } from './inside.ts'
import type { Listed } from './local-names.ts'

type Receiving = { signal: AbortSignal; isOverwriting: boolean; moved(bytes: number): void }

/**
 * Fetches an asset unless its file is there. It gets its name only once it is whole.
 * @param name of the file, below the root, with slashes.
 * @returns whether it was fetched. @throws {AtelierError} when another file is in its place.
 */
export function receiveFile(
  atelier: Atelier,
  asset: Listed,
  root: string,
  name: string,
  { signal, isOverwriting, moved }: Receiving,
): Promise<boolean> {
  const receive = async (path: string) => {
    const there = await lstat(path).catch(unlessMissing)
    const isSame = there?.isFile() && there.size === asset.size
    if (isSame && (await checksumOf(path, signal)) === asset.checksum) return false
    if (there && !isOverwriting)
      throw failure('Another file is there: move it away, or replace it with --overwrite.')
    const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
    // A link in its place is replaced, not followed.
    await fetchWhole(atelier, asset, part, { signal, moved }, () => rename(part, path))
    return true
  }
  return inside(root, name, receive, { isMaking: true })
}

/**
 * Fetches an asset into a new file and syncs it to disk. Only once its SHA-256 is right, `done` takes it.
 * @param part where; nothing is left there after a failure.
 */
export async function fetchWhole(
  atelier: Atelier,
  asset: Pick<Listed, 'id' | 'url' | 'checksum'>,
  part: string,
  { signal, moved }: Pick<Receiving, 'signal' | 'moved'>,
  done: () => Promise<void>,
): Promise<void> {
  try {
    await fetchTo(part, await opened(atelier, asset, signal), asset.checksum, moved, signal)
    await done()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** A link ends after some hours: of a long list the last ones are asked for again. */
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
    `Its file was answered ${again.status}: try again later.${requestId ? ` (${requestId})` : ''}`,
  )
}

async function fetchTo(
  part: string,
  { body }: Response,
  checksum: string,
  moved: (bytes: number) => void,
  signal: AbortSignal,
) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of body ?? []) {
      hash.update(chunk)
      bytes += chunk.length
      moved(bytes)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(part, { flags: 'wx', flush: true }), { signal })
  if (hash.digest('hex') !== checksum) throw failure('It came damaged, or was replaced meanwhile: try again.')
}
