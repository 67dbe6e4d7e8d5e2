// Selects the test files of a run. Each file states its engines in its first lines (CONTRIBUTING.md explains
// the words):
//   // Engines: embedded, postgres
//   // Runs: first, without retry
import { globSync, readFileSync } from 'node:fs'

const everyTest = '{svg,typesetting,filling,server,portal,sdk,cli,bench,deploy}/test/**/*.test.ts'

export const engines = ['embedded', 'postgres', 's3'] as const
export type Engine = (typeof engines)[number]

/**
 * The places in which a file can run with an engine: `postgres` means everywhere, `postgres in CI` and
 * `postgres outside CI` do not.
 */
const places = ['', 'in CI', 'outside CI'] as const
const engineWords = engines.flatMap((engine) => places.map((place) => `${engine} ${place}`.trim()))
const runWords = ['first', 'without retry'] as const

export type TestFile = { path: string; engines: string[]; runs: string[] }

/** Thrown for a test file with a missing or misspelled line. The message is for the author of the file. */
export class LineError extends Error {}

/** Reads every test file. @throws {LineError} with the name of each file whose first lines are wrong. */
export function readTestFiles(paths = globSync(everyTest).sort()): TestFile[] {
  const problems: string[] = []
  const files = paths.map((path) => {
    const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n', 2)
    const read = (line: string, name: string, known: readonly string[]) => {
      const words = line.slice(`// ${name}: `.length).split(', ')
      const unknown = words.filter((word) => !known.includes(word))
      if (unknown.length > 0)
        problems.push(`${path}: unknown after "${name}:": ${unknown.join(', ')}. Known: ${known.join(', ')}.`)
      return words
    }
    if (!first.startsWith('// Engines: '))
      problems.push(
        `${path}: the first line must name the engines, such as "// Engines: embedded, postgres".`,
      )
    return {
      path,
      engines: first.startsWith('// Engines: ') ? read(first, 'Engines', engineWords) : [],
      runs: second.startsWith('// Runs: ') ? read(second, 'Runs', runWords) : [],
    }
  })
  if (problems.length > 0) throw new LineError(`${problems.join('\n')}\nSee "Tests" in CONTRIBUTING.md.`)
  return files
}

/**
 * Returns the files of a run, the slowest first. Outside CI, every file runs on the embedded engine. CI runs
 * all engines, so each file runs only on the engines that matter for it.
 */
export function filesOf(engine: Engine, isCI: boolean, files = readTestFiles()): TestFile[] {
  const isEvery = engine === 'embedded' && !isCI
  const here = [engine, `${engine} ${isCI ? 'in CI' : 'outside CI'}`]
  const isFirst = ({ runs }: TestFile) => Number(runs.includes('first'))
  return files
    .filter((file) => isEvery || file.engines.some((word) => here.includes(word)))
    .sort((one, other) => isFirst(other) - isFirst(one))
}
