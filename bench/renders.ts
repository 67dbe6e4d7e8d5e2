import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TimedLine } from './files.ts'
import { whole } from './numbers.ts'
import { output, serverCore } from './processes.ts'

const program = fileURLToPath(new URL('./draws/main.ts', import.meta.url))
const browserProgram = fileURLToPath(new URL('./draws/browser.ts', import.meta.url))

/** Goals relative to bare sharp, which renders the same filled SVG with the photo embedded. */
const goals = { one: 2, row: 5, large: 1 }
const bytesMax = 512 * 1024 ** 2
/** The goals are relative to screenshots in Chromium, for renders per second and for memory. */
const browserGoals = { speed: 5, memory: 10 }

type Pairs = { oursMs: number; bareMs: number; least: number; most: number }

/** Measures the CPU time of rendering a filled template. The time to fill the template is excluded. */
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

type Browser = { oursMs: number; bareMs: number; oursBytes: number; bareBytes: number; version: string }

/** Renders posts with new texts (filling, typesetting and rendering), against screenshots of an open page. */
export async function browserLine(quick: boolean): Promise<TimedLine> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const photo = join(directory, 'photo.jpg')
  const rounds = quick ? 2 : 30
  try {
    const printed = await output(serverCore, process.execPath, [browserProgram, String(rounds), photo])
    const { oursMs, bareMs, oursBytes, bareBytes, version }: Browser = JSON.parse(printed)
    const megabytes = (bytes: number) => whole(bytes / 1024 ** 2)
    const isMet = bareBytes / oursBytes >= browserGoals.memory ? 'met' : 'missed'
    return {
      what: 'A post with new texts, against a screenshot of a warm page',
      ...{ oursMs, bareMs, goal: browserGoals.speed },
      note:
        `${rounds} pairs on one core; Chromium ${version}, headless, shows the same filled SVG; ` +
        `${megabytes(oursBytes)} MB against ${megabytes(bareBytes)} MB (PSS of all processes), goal a tenth, ${isMet}`,
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
