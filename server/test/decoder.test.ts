// Decoding in processes of their own: whatever happens in one is its file's failure, and nobody else's.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { ApiError } from '../src/http/errors.ts'
import { DecodeError } from '../src/images/decode-error.ts'
import { openDecoder } from '../src/images/decoder.ts'
import { decoderDataBytesMax, pixelsMax } from '../src/images/limits.ts'
import { pngBomb } from './hostile/raster.ts'
import { decoderProcesses } from './support/processes.ts'
import { picture } from './support/uploads.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-decoder-'))
after(() => rm(directory, { recursive: true }))

const onLinux = { skip: process.platform !== 'linux' }
const place = async (bytes: Buffer) => {
  const path = join(directory, `${Math.random()}`)
  await writeFile(path, bytes)
  return path
}
const small = await place(await picture())
/** Decoding it takes a second or more. */
const slow = await place(
  await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#777' } })
    .jpeg({ progressive: true })
    .toBuffer(),
)
const slowTarget = () => [
  {
    path: join(directory, 'slow.avif'),
    width: 4_096,
    height: 4_096,
    fit: 'inside' as const,
    format: 'avif' as const,
    quality: 90,
  },
]

const fault = (name: string) => (error: unknown) => error instanceof DecodeError && error.fault === name

test('no process runs before it is needed, or after it was closed', onLinux, async () => {
  const decoder = openDecoder(directory)
  assert.deepEqual(decoderProcesses(), [])
  await decoder.inspect(small)
  assert.equal(decoderProcesses().length, 1)
  await decoder.close()
  for (let n = 0; n < 50 && decoderProcesses().length > 0; n++) await wait(20)
  assert.deepEqual(decoderProcesses(), [])
  await assert.rejects(decoder.inspect(small), (error: ApiError) => error.code === 'unavailable')
})

test('a file that takes too long fails, and the next one does not', async (t) => {
  const decoder = openDecoder(directory, { read: 20, render: 0.5 })
  t.after(decoder.close)
  await decoder.inspect(small)
  await assert.rejects(decoder.render(slow, false, slowTarget()), fault('decoder_failed'))
  assert.equal((await decoder.inspect(small)).mimeType, 'image/png')
})

test('a process that dies takes its own file with it and no other', onLinux, async (t) => {
  const decoder = openDecoder(directory)
  t.after(decoder.close)
  const dying = decoder.render(slow, false, slowTarget())
  const failed = assert.rejects(dying, fault('decoder_failed'))
  while (decoderProcesses().length === 0) await wait(5)
  const [victim] = decoderProcesses()
  const others = Promise.all(Array.from({ length: 6 }, () => decoder.inspect(small)))
  await wait(300)
  process.kill(victim!, 'SIGKILL')
  await failed
  for (const { width } of await others) assert.equal(width, 60)
})

test('a picture of as many pixels as there may be is read, and the next larger one is refused', async (t) => {
  const decoder = openDecoder(directory)
  t.after(decoder.close)
  assert.equal(15_000 * 10_000, pixelsMax)
  const most = await decoder.inspect(await place(pngBomb(15_000, 10_000)))
  assert.deepEqual([most.width, most.height], [15_000, 10_000])
  // Nothing with sides that a picture may have lies between.
  assert.equal(6_651 * 22_553, pixelsMax + 3)
  await assert.rejects(decoder.inspect(await place(pngBomb(6_651, 22_553))), fault('too_many_pixels'))
})

test('what waits is bounded: whoever comes then is asked to come again', async (t) => {
  const decoder = openDecoder(directory)
  t.after(decoder.close)
  const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => decoder.inspect(small)))
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.ok(refused.length > 0 && refused.length < 60, `${refused.length} refused`)
  for (const { reason } of refused) assert.equal((reason as ApiError).code, 'unavailable')
})

test('a process knows nothing of ours', onLinux, async (t) => {
  process.env.ATELIER_CANARY = 'canary'
  const decoder = openDecoder(directory)
  t.after(decoder.close)
  await decoder.inspect(small)
  const [pid] = decoderProcesses()
  assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /canary|PATH=|DATABASE/)
})

test('a process reaches no file but those it is given', async (t) => {
  const decoder = openDecoder(directory)
  t.after(decoder.close)
  const elsewhere = await mkdtemp(join(tmpdir(), 'atelier-decoder-elsewhere-'))
  t.after(() => rm(elsewhere, { recursive: true }))
  const hidden = join(elsewhere, 'hidden.svg')
  await writeFile(hidden, '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"/>')
  await assert.rejects(decoder.inspect(hidden), { code: 'ERR_ACCESS_DENIED', permission: 'FileSystemRead' })
  const inside = await place(Buffer.from(readFileSync(hidden)))
  assert.equal(((await decoder.readDocument(inside)) as { width: number }).width, 6)
})

test('the system gives a process no more memory than it may have', onLinux, async (t) => {
  const decoder = openDecoder(directory)
  t.after(decoder.close)
  await decoder.inspect(small)
  const limits = readFileSync(`/proc/${decoderProcesses()[0]}/limits`, 'utf8')
  assert.equal(/^Max data size +(\d+) +(\d+)/m.exec(limits)?.[2], String(decoderDataBytesMax))
})
