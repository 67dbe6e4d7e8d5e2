import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../src/ids.ts'
import { DecodeError } from '../../src/images/decode-error.ts'
import { decoderLimits, openDecoder } from '../../src/images/decoder.ts'
import { decoderProcesses, memoryOf } from './processes.ts'

export type Drawing = {
  outcome: 'drawn' | 'refused' | 'failed'
  /**
   * CPU seconds that the decoder spends on the more expensive of two renderings: the small one at upload
   * time, and a large one.
   */
  seconds: number
  /** The growth of the decoder process's memory. */
  bytes: number
}

const sampleMs = 10
const side = 1_600
/** A document with text. It is rendered first, so that the measurements do not include loading the fonts. */
const plain = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">a</text></svg>'

/** Parses and renders documents like the library, one at a time, and measures their cost. */
export async function drawingMeter(directory: string) {
  const decoder = openDecoder(directory, decoderLimits(8 * 1024 ** 3, 1))
  const company = newId()
  await draw(plain)

  async function draw(svg: string): Promise<Drawing> {
    const path = join(directory, newId())
    await writeFile(path, svg)
    const target = { path: `${path}.webp`, width: side, height: side, quality: 80 }
    const read = await metered(() => decoder.inspect(company, path))
    const rendered =
      read.outcome === 'drawn'
        ? await metered(() =>
            decoder.render(company, `${path}.svg`, 'svg', [{ ...target, fit: 'inside', format: 'webp' }]),
          )
        : read
    for (const file of [path, `${path}.svg`, target.path]) await rm(file, { force: true })
    return {
      outcome: rendered.outcome,
      seconds: Math.max(read.seconds, rendered.seconds),
      bytes: Math.max(read.bytes, rendered.bytes),
    }
  }

  return {
    async measure(svg: string): Promise<Drawing> {
      const drawing = await draw(svg)
      // A slow document ends its process. The start of a new process must not count for the next document.
      await draw(plain)
      return drawing
    },
    close: decoder.close,
  }
}

async function metered(work: () => Promise<unknown>): Promise<Drawing> {
  const before = new Map(usages())
  // A process that has ended counts with its last measurement, and a process that was started in the meantime
  // counts completely.
  const grown = new Map<string, Usage>()
  const see = () => {
    for (const [pid, { seconds, bytes }] of usages()) {
      const first = before.get(pid) ?? none
      const most = grown.get(pid) ?? none
      grown.set(pid, {
        seconds: Math.max(most.seconds, seconds - first.seconds),
        bytes: Math.max(most.bytes, bytes - first.bytes),
      })
    }
  }
  const watch = setInterval(see, sampleMs)
  const outcome = await work()
    .then(() => 'drawn' as const)
    .catch((error) => {
      if (!(error instanceof DecodeError)) throw error
      return error.fault === 'decoder_failed' ? ('failed' as const) : ('refused' as const)
    })
    .finally(() => clearInterval(watch))
  see()
  const each = [none, ...grown.values()]
  return {
    outcome,
    seconds: Math.max(...each.map(({ seconds }) => seconds)),
    bytes: Math.max(...each.map(({ bytes }) => bytes)),
  }
}

type Usage = { seconds: number; bytes: number }

const none: Usage = { seconds: 0, bytes: 0 }

/** The usage of each decoder process. A process that yields is replaced while it ends. */
function* usages(): Generator<[string, Usage]> {
  for (const pid of decoderProcesses())
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      const seconds = (Number(fields[11]) + Number(fields[12])) / 100
      yield [String(pid), { seconds, bytes: memoryOf(pid) }]
    } catch {
      // The process has ended.
    }
}
