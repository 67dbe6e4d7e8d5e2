// Engines: embedded
// Files are decoded in separate processes. A failure in such a process affects only its own file.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { ApiError } from '../src/errors.ts'
import { newId } from '../src/ids.ts'
import { DecodeError } from '../src/images/decode-error.ts'
import { decoderLimits, openDecoder } from '../src/images/decoder.ts'
import { decoderReservedBytes, pixelsMax } from '../src/images/limits.ts'
import { pngBomb } from './hostile/raster.ts'
import { decoderProcesses } from './support/processes.ts'
import { picture } from './support/uploads.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-decoder-'))
after(() => rm(directory, { recursive: true }))

/** Limits for four processes. A company can use two of them at a time. */
const limits = { ...decoderLimits(4 * 1024 ** 3, 2), bytes: 1024 ** 3 }
const [acme, globex] = [newId(), newId()]

const onLinux = { skip: process.platform !== 'linux' }
const place = async (bytes: Buffer) => {
  const path = join(directory, `${Math.random()}`)
  await writeFile(path, bytes)
  return path
}
const small = await place(await picture())
/** A file that takes a second or more to decode. */
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

/** CPU time of a process, in hundredths of a second. */
function cpuTicks(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

const fault = (name: string) => (error: unknown) => error instanceof DecodeError && error.fault === name

test('no decoder process runs before it is needed or after the decoder is closed', onLinux, async () => {
  const decoder = openDecoder(directory, limits)
  assert.deepEqual(decoderProcesses(), [])
  await decoder.inspect(acme, small)
  assert.equal(decoderProcesses().length, 1)
  await decoder.close()
  for (let n = 0; n < 50 && decoderProcesses().length > 0; n++) await wait(20)
  assert.deepEqual(decoderProcesses(), [])
  await assert.rejects(decoder.inspect(acme, small), (error: ApiError) => error.code === 'unavailable')
})

test('a process keeps its compiled code for the next processes', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  await decoder.inspect(acme, small)
  const variables = readFileSync(`/proc/${decoderProcesses()[0]}/environ`, 'utf8').split('\0')
  const [, kept] = variables.find((one) => one.startsWith('NODE_COMPILE_CACHE='))!.split('=')
  const isKept = () => existsSync(kept!) && readdirSync(kept!, { recursive: true }).length > 100
  for (let n = 0; n < 3_000 && !isKept(); n++) await wait(20)
  assert.ok(isKept())
})

test('a file that takes too long fails, and the next file is decoded', async (t) => {
  const decoder = openDecoder(directory, { ...limits, seconds: { read: 20, render: 0.2 } })
  t.after(decoder.close)
  await decoder.inspect(acme, small)
  await assert.rejects(decoder.render(acme, slow, 'png', slowTarget()), fault('decoder_failed'))
  assert.equal((await decoder.inspect(acme, small)).mimeType, 'image/png')
})

test('a process that hangs is killed, and the decoder can be closed', onLinux, async (t) => {
  const decoder = openDecoder(directory, { ...limits, seconds: { read: 20, render: 0.5 } })
  t.after(decoder.close)
  await decoder.inspect(acme, small)
  const [id] = decoderProcesses()
  const before = cpuTicks(id!)
  const rendered = decoder.render(acme, slow, 'png', slowTarget())
  while (cpuTicks(id!) < before + 5) await wait(2)
  process.kill(id!, 'SIGSTOP')
  await assert.rejects(rendered, fault('decoder_failed'))
  try {
    process.kill(id!, 'SIGKILL')
  } catch {}
  assert.equal((await decoder.inspect(acme, small)).mimeType, 'image/png')
})

test('a file whose process is killed once is decoded by another process', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  const rendered = decoder.render(acme, slow, 'png', slowTarget())
  let victim: number | undefined
  while (victim === undefined) {
    await wait(5)
    victim = decoderProcesses()[0]
  }
  const others = Promise.all(Array.from({ length: 6 }, () => decoder.inspect(globex, small)))
  await wait(300)
  process.kill(victim, 'SIGKILL')
  assert.equal((await rendered)[0]!.width, 4_096)
  for (const { width } of await others) assert.equal(width, 60)
})

test('a file whose process is killed twice fails, and other files are decoded', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  const failed = assert.rejects(decoder.render(acme, slow, 'png', slowTarget()), fault('decoder_failed'))
  const killed = new Set<number>()
  while (killed.size < 2) {
    const [victim] = decoderProcesses().filter((pid) => !killed.has(pid))
    if (victim !== undefined) {
      await wait(200)
      process.kill(victim, 'SIGKILL')
      killed.add(victim)
    }
    await wait(5)
  }
  await failed
  assert.equal((await decoder.inspect(globex, small)).width, 60)
})

/** An SVG with thirty layers of noise over the whole image, which takes a minute to render. */
const costly = place(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><filter id="f">${'<feTurbulence numOctaves="9"/>'.repeat(30)}</filter><rect width="64" height="64" filter="url(#f)"/></svg>`,
  ),
)

test('an SVG that exceeds its CPU time ends its process and fails immediately', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  const [target] = slowTarget()
  const drawn = decoder.render(acme, await costly, 'svg', [{ ...target!, width: 1_600, height: 1_600 }])
  let cpuSeconds = 0
  const watch = setInterval(() => {
    for (const pid of decoderProcesses()) cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(pid))
  }, 20).unref()
  await assert.rejects(drawn, fault('decoder_failed'))
  clearInterval(watch)
  // Two seconds for the SVG, plus the startup time of the process.
  assert.ok(cpuSeconds > 1.5 && cpuSeconds < 4, `${cpuSeconds} s`)
})

test('a slow SVG gets a lower priority than other files, and its process is replaced', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  const noise = '<feTurbulence numOctaves="3"/>'
  const path = await place(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><filter id="f">${noise}</filter><rect width="64" height="64" filter="url(#f)"/></svg>`,
    ),
  )
  const priorities = new Map<number, number>()
  const watch = setInterval(() => {
    for (const pid of decoderProcesses())
      priorities.set(pid, Math.max(priorities.get(pid) ?? 0, priorityOf(pid)))
  }, 5).unref()
  const [target] = slowTarget()
  await decoder.render(acme, path, 'svg', [{ ...target!, width: 1_600, height: 1_600 }])
  await decoder.inspect(acme, small)
  await decoder.render(acme, path, 'svg', [{ ...target!, width: 1_600, height: 1_600 }])
  clearInterval(watch)
  assert.deepEqual(
    [...priorities.values()].filter((priority) => priority === 19),
    [19, 19],
  )
})

test(
  'a process that ended because of an SVG is replaced before the next file arrives',
  onLinux,
  async (t) => {
    const decoder = openDecoder(directory, limits)
    t.after(decoder.close)
    await decoder.inspect(acme, small)
    const [first] = decoderProcesses()
    const [target] = slowTarget()
    const drawn = decoder.render(acme, await costly, 'svg', [{ ...target!, width: 1_600, height: 1_600 }])
    await assert.rejects(drawn, fault('decoder_failed'))
    const others = () => decoderProcesses().filter((pid) => pid !== first)
    for (let n = 0; n < 500 && others().length < 2; n++) await wait(20)
    assert.equal(others().length, 2, 'the one that replaces it, and one that is ready if that happens again')
  },
)

test('no file is lost when an idle process exits', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  await decoder.inspect(acme, small)
  for (const pid of decoderProcesses()) process.kill(pid, 'SIGKILL')
  for (let n = 0; n < 50 && decoderProcesses().length > 0; n++) await wait(20)
  assert.equal((await decoder.inspect(acme, small)).width, 60)
})

test('a decoder can be closed after processes were killed while they started', onLinux, async () => {
  const decoder = openDecoder(directory, limits)
  await decoder.inspect(acme, small)
  const watch = setInterval(() => {
    for (const pid of decoderProcesses()) process.kill(pid, 'SIGKILL')
  }, 20).unref()
  await assert.rejects(decoder.inspect(acme, slow))
  clearInterval(watch)
  await decoder.close()
})

/** The highest nice value of a process's threads. */
const priorityOf = (pid: number) => {
  try {
    return Math.max(...readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread))))
  } catch {
    return 0
  }
}

/** User and system time as in proc(5), in hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

test('files of one company never occupy all processes', async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  let left = 20
  const render = () => decoder.render(acme, slow, 'png', slowTarget()).finally(() => left--)
  const flood = Promise.allSettled(Array.from({ length: left }, render))
  const { width } = await decoder.inspect(globex, small)
  assert.equal(width, 60)
  assert.ok(left >= 18, `${left} of the other company are left`)
  await decoder.close()
  await flood
})

test('files of one company leave space in the queue for others', async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  const flood = Promise.allSettled(Array.from({ length: 400 }, () => decoder.inspect(acme, small)))
  assert.equal((await decoder.inspect(globex, small)).width, 60)
  const refused = (await flood).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.ok(refused.length > 250 && refused.length < 350, `${refused.length} refused`)
  for (const { reason } of refused) assert.equal((reason as ApiError).code, 'unavailable')
})

test('an image with the maximum number of pixels is decoded, and the next larger image is rejected', async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  assert.equal(15_000 * 10_000, pixelsMax)
  const most = await decoder.inspect(acme, await place(pngBomb(15_000, 10_000)))
  assert.deepEqual([most.width, most.height], [15_000, 10_000])
  // No valid image size lies between the two.
  assert.equal(6_651 * 22_553, pixelsMax + 3)
  await assert.rejects(decoder.inspect(acme, await place(pngBomb(6_651, 22_553))), fault('too_many_pixels'))
})

test('a decoder process does not inherit the environment', onLinux, async (t) => {
  process.env.ATELIER_CANARY = 'canary'
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  await decoder.inspect(acme, small)
  const [pid] = decoderProcesses()
  assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /canary|PATH=|DATABASE/)
})

test('a decoder process can only read the files that it is given', async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  const elsewhere = await mkdtemp(join(tmpdir(), 'atelier-decoder-elsewhere-'))
  t.after(() => rm(elsewhere, { recursive: true }))
  const hidden = join(elsewhere, 'hidden.svg')
  await writeFile(hidden, '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"/>')
  await assert.rejects(decoder.inspect(acme, hidden), {
    code: 'ERR_ACCESS_DENIED',
    permission: 'FileSystemRead',
  })
  const inside = await place(Buffer.from(readFileSync(hidden)))
  assert.equal(((await decoder.readDocument(acme, inside)) as { width: number }).width, 6)
})

test('the operating system enforces the memory limit of a decoder process', onLinux, async (t) => {
  const decoder = openDecoder(directory, limits)
  t.after(decoder.close)
  await decoder.inspect(acme, small)
  const given = readFileSync(`/proc/${decoderProcesses()[0]}/limits`, 'utf8')
  assert.equal(/^Max data size +(\d+) +(\d+)/m.exec(given)?.[2], String(limits.bytes + decoderReservedBytes))
})

test('decoder processes share the memory of a small container', () => {
  const total = ({ processes, bytes }: ReturnType<typeof decoderLimits>) => processes * bytes
  const gigabyte = 1024 ** 3
  assert.ok(total(decoderLimits(4 * gigabyte, 1)) <= 3 * gigabyte)
  assert.ok(2 * total(decoderLimits(8 * gigabyte, 2)) <= 6 * gigabyte)
  assert.equal(decoderLimits(256 * gigabyte, 1).bytes, 1.5 * gigabyte)
})
