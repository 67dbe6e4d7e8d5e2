// Renders files of every type as the library does. `node scripts/draw-corpus.ts` creates one file of each
// type and compares its metadata and pixels with expected values. `node scripts/draw-corpus.ts
// FOLDER_OR_FILE…` renders any files and prints which files are rejected, which files get no image, and which
// SVGs Chromium renders differently. `--sheet FILE` sets the path of the contact sheet. FFMPEG_PATH is
// respected.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decoderLimits, openDecoder } from '../server/src/images/decoder.ts'
import { corpus, deviations } from '../server/test/support/corpus.ts'
import { drawingsOf } from '../server/test/support/drawings-of-files.ts'
import { closeChromium } from './corpus/chromium.ts'
import { writeSheet } from './corpus/contact-sheet.ts'
import { kindOf, type Outcome, outcomeOf } from './corpus/outcome.ts'

const { values, positionals } = parseArgs({
  options: { sheet: { type: 'string', default: 'contact-sheet.html' } },
  allowPositionals: true,
})
const directory = mkdtempSync(join(tmpdir(), 'atelier-corpus-'))
const decoder = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2), process.env.FFMPEG_PATH)
try {
  if (positionals.length === 0) await drawOwn()
  else await drawFiles(positionals)
} finally {
  await decoder.close()
  await closeChromium()
  rmSync(directory, { recursive: true })
}

async function drawOwn() {
  let wrong = 0
  for (const file of await corpus()) {
    const found = await deviations(file, drawingsOf(decoder, directory))
    if (found.length > 0) wrong++
    console.log(`${found.length === 0 ? 'right' : 'WRONG'}  ${file.name}  ${found.join('; ')}`)
  }
  if (wrong > 0) process.exitCode = 1
}

async function drawFiles(paths: readonly string[]) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      : [path],
  )
  const outcomes: Outcome[] = []
  for (const path of files) {
    const outcome = await outcomeOf(path, decoder, directory)
    outcomes.push(outcome)
    if (outcome.state !== 'drawn') console.log(`${outcome.state}  ${path}  ${outcome.note}`)
  }
  const counts = Map.groupBy(outcomes, ({ state }) => state)
  for (const [state, ones] of counts) console.log(`${state}: ${ones.length}`)
  for (const [kind, ones] of Map.groupBy(outcomes, kindOf)) console.log(`  ${kind}: ${ones.length}`)
  writeSheet(values.sheet, outcomes)
  console.log(`Contact sheet: ${values.sheet}`)
}
