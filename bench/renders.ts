import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TimedLine } from './files.ts'
import { whole } from './numbers.ts'
import { output, serverCore } from './processes.ts'

const program = fileURLToPath(new URL('./draws/main.ts', import.meta.url))

/** Goals against bare sharp on the same filled SVG, with the photograph in it. */
const goals = { one: 2, row: 5, large: 1 }
const bytesMax = 512 * 1024 ** 2

type Pairs = { oursMs: number; bareMs: number; least: number; most: number }

/** CPU time of drawing a filled template, without filling it. */
export async function renderLines(quick: boolean): Promise<TimedLine[]> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const photo = join(directory, 'photo.jpg')
  const run = async <Result>(name: string, rounds: number) => {
    const printed = await output(serverCore, process.execPath, [
      program,
      name,
      String(quick ? 1 : rounds),
      photo,
    ])
    return JSON.parse(printed) as Result
  }
  try {
    await run('photo', 1)
    const line = async (name: keyof typeof goals, what: string, rounds: number, note: string) => {
      const { oursMs, bareMs, least, most } = await run<Pairs>(name, rounds)
      const span = `${least.toFixed(2)}–${most.toFixed(2)}`
      return {
        what,
        oursMs,
        bareMs,
        goal: goals[name],
        note: `CPU of ${rounds} pairs, ratios ${span}; ${note}`,
      }
    }
    const one = await line(
      'one',
      'Drawing of 1080 × 1080 as JPEG',
      15,
      'a photograph of 4 megapixels, a shadow, three outlined texts',
    )
    const row = await line('row', 'A row of a batch of the same template', 30, 'new texts in each')
    const large = await line('large', 'The same at 4096 × 4096', 3, '')
    const { bytes } = await run<{ bytes: number }>('memory', 3)
    const isMet = bytes <= bytesMax ? 'met' : 'missed'
    large.note += `${whole(bytes / 1024 ** 2)} MB at most, goal ${whole(bytesMax / 1024 ** 2)}, ${isMet}`
    return [one, row, large]
  } finally {
    rmSync(directory, { recursive: true })
  }
}
