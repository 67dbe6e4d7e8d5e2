import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Atelier, AtelierError } from '../../../sdk/src/index.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { checksumOf } from './content.ts'
import type { Listed } from './local-names.ts'

type Receiving = { signal: AbortSignal; isOverwriting: boolean; moved(bytes: number): void }

/**
 * Fetches an asset unless its file is there. It gets its name only once it is whole.
 * @returns whether it was fetched. @throws {AtelierError} when another file is in its place.
 */
export async function receiveFile(
  atelier: Atelier,
  asset: Listed,
  path: string,
  { signal, isOverwriting, moved }: Receiving,
): Promise<boolean> {
  const there = await stat(path).catch(unlessMissing)
  if (there?.size === asset.size && (await checksumOf(path, signal)) === asset.checksum) return false
  if (there && !isOverwriting)
    throw failure('Another file is there: move it away, or replace it with --overwrite.')
  await mkdir(dirname(path), { recursive: true })
  const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
  try {
    await fetchTo(part, await opened(atelier, asset, signal), asset, moved, signal)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return true
}

/** A link ends after some hours: of a long list the last ones are asked for again. */
async function opened(atelier: Atelier, { id, url }: Listed, signal: AbortSignal): Promise<Response> {
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
  asset: Listed,
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
  if (hash.digest('hex') !== asset.checksum)
    throw failure('It came damaged, or was replaced meanwhile: try again.')
}

const failure = (message: string) => new AtelierError(message, { code: 'unexpected' })
