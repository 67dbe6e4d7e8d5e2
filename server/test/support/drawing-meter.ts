import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../src/ids.ts'
import { DecodeError } from '../../src/images/decode-error.ts'
import { decoderLimits, openDecoder } from '../../src/images/decoder.ts'
import { decoderProcesses, memoryOf } from './processes.ts'

export type Drawing = {
  outcome: 'drawn' | 'refused' | 'failed'
  /** CPU time of the decoder. */
  seconds: number
  /** What its process holds more than before. */
  bytes: number
}

const sampleMs = 10
const side = 1_600

/** Reads and renders documents as the library does, one at a time, and tells what each costs. */
export function drawingMeter(directory: string) {
  const decoder = openDecoder(directory, decoderLimits(8 * 1024 ** 3, 1))
  const company = newId()

  async function measure(svg: string): Promise<Drawing> {
    const path = join(directory, newId())
    await writeFile(path, svg)
    const before = usage()
    let most = before
    const watch = setInterval(() => {
      const now = usage()
      // A process that ended has used what it had used when it was last seen.
      most = { seconds: Math.max(most.seconds, now.seconds), bytes: Math.max(most.bytes, now.bytes) }
    }, sampleMs)
    try {
      const outcome = await draw(path)
      const after = usage()
      return {
        outcome,
        seconds: Math.max(most.seconds, after.seconds) - before.seconds,
        bytes: most.bytes - before.bytes,
      }
    } finally {
      clearInterval(watch)
      for (const file of [path, `${path}.svg`, `${path}.webp`]) await rm(file, { force: true })
    }
  }

  async function draw(path: string): Promise<Drawing['outcome']> {
    try {
      const { cleaned } = await decoder.inspect(company, path)
      const target = { path: `${path}.webp`, width: side, height: side, quality: 80 }
      await decoder.render(company, cleaned!.path, true, [{ ...target, fit: 'inside', format: 'webp' }])
      return 'drawn'
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return error.fault === 'decoder_failed' ? 'failed' : 'refused'
    }
  }

  return { measure, close: decoder.close }
}

/** Of the one process that decodes. What it takes to start is not of the first document. */
function usage(): { seconds: number; bytes: number } {
  const [pid] = decoderProcesses()
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, bytes: memoryOf(pid!) }
  } catch {
    return { seconds: 0, bytes: 0 }
  }
}
