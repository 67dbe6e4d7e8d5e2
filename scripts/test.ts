// Runs the same test files on either engine, or those about files on S3 as well as on disk:
// `node scripts/test.ts embedded|postgres|s3 [files or flags]`.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { type FileResult, resultOf } from './file-results.ts'

const everyTest = '{server,portal,sdk,cli,bench,deploy}/test/**/*.test.ts'
const serverTests = 'server/test/**/*.test.ts'
/** Who asks over HTTP alone does not know the engine: the SDK, the command line, pages. */
const outsideTests = '{portal,sdk,cli}/test/**/*.test.ts'
/** But getting in is told apart by it. */
const entryTests = 'portal/test/{getting-in,two-companies,ways-in}.test.ts'
/** These ask a database for nothing, or make an embedded one. */
const anyEngineTests =
  'server/test/{cache,chaos,commands-embedded,config,configuration-page,decoder,decoder-full-disk,demo-catalogue,embedded,guides,http-edges,ids,imports,memory,outbound,parsers-fuzz,promises,storage,storage-disk,storage-links,svg,svg-fuzz,tokens,turns,uploads-hostile,workers-counting}.test.ts'
/** On the embedded engine the first is a start of it for each command, and the other half a minute of full load. */
const quickerOnPostgres = 'server/test/{commands,soak}.test.ts'
const fileTests = 'server/test/{files,storage*,uploads-resumable}.test.ts'

// A file is a process, and on the embedded engine a process takes about 300 MB.
const processesMax = 8
const testMillisecondsMax = 300_000
/** More than these fail for a reason. */
const retriedFilesMax = 4
/** They look by chance, and without a seed: what one of them finds is a fault, also where a second look finds nothing. */
const findsByChance = '{server/test/{assets,folders,kill,trash,turns,workers-counting},cli/test/sync}.test.ts'
const slowestNamed = 40
/**
 * Ten times what V8 runs of a function of WebAssembly before it compiles it once more, better: hardly a test lives long
 * enough to get that back, and each start of the engine takes an eighth less of the processor.
 */
const wasmTieringBudget = 130_000_000

const [engine, ...rest] = process.argv.slice(2)
const { TEST_DATABASE_URL, ...others } = process.env
const { CI } = others
const environment = {
  ...others,
  ...(engine === 'postgres' && { TEST_DATABASE_URL }),
  // One for the whole run: what generated values find is found by the second look too.
  FUZZ_SEED: process.env.FUZZ_SEED ?? String(randomInt(2 ** 31)),
  // Each file, and each server that one starts, loads the same two thousand modules.
  NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-compile-cache'),
}

if (engine === 'postgres' && !TEST_DATABASE_URL) {
  console.error('Set TEST_DATABASE_URL, or run: scripts/with-postgres.sh npm run test:postgres')
  process.exit(2)
}

if (engine === 's3' && !process.env.S3_TEST_ENDPOINT) {
  console.error('Set S3_TEST_ENDPOINT, or run: scripts/with-s3.sh npm run test:s3')
  process.exit(2)
}

const flags = rest.filter((argument) => !isFile(argument))
const files = rest.some(isFile) ? rest.filter(isFile) : testsOf(engine)
// Twice as many as cores: tests wait for clocks, disks and browsers too.
const concurrency = Math.min(availableParallelism() * 2, processesMax)

const { passed, results, failedFiles } = runTests(files, concurrency)
if (results.length > slowestNamed) nameSlowest(results)
const again = !passed && CI ? failedFiles : []
process.exitCode = passed || (mayBeChance(again) && passAlone(again)) ? 0 : 1

/**
 * Browsers, deadlines and two thousand tests on a machine that others use: now and then one is red that has
 * no fault. In CI a file may therefore fail once, if it passes by itself, and is named loudly.
 */
function passAlone(files: string[]) {
  console.error(`\nOnce more, one by one:\n${files.join('\n')}\n`)
  const passed = files.every((file) => runTests([file], 1).passed)
  if (passed) console.error(`\nPassed only the second time, by itself: mend it.\n${files.join('\n')}\n`)
  return passed
}

/** Where the time of a run has gone. */
function nameSlowest(results: FileResult[]) {
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, slowestNamed)
  const lines = slowest.map(
    ({ ms, file }) => `${(ms / 1_000).toFixed(0).padStart(5)} s  ${relative('', file)}`,
  )
  console.log(`\nThe slowest of ${results.length} files:\n${lines.join('\n')}\n`)
}

function mayBeChance(files: string[]) {
  const isFew = files.length > 0 && files.length <= retriedFilesMax
  return isFew && !files.some((file) => matchesGlob(relative('', file), findsByChance))
}

function runTests(files: string[], concurrency: number) {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-tests-'))
  const lines = join(folder, 'results')
  const { status } = spawnSync(
    process.execPath,
    [
      `--wasm-tiering-budget=${wasmTieringBudget}`,
      '--test',
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${testMillisecondsMax}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(import.meta.dirname, 'file-results.ts')}`,
      `--test-reporter-destination=${lines}`,
      ...flags,
      ...files,
    ],
    { stdio: 'inherit', env: environment },
  )
  const results = readFileSync(lines, 'utf8').split('\n').filter(Boolean).map(resultOf)
  rmSync(folder, { recursive: true })
  const failed = results.filter(({ passed }) => !passed).map(({ file }) => file)
  return { passed: status === 0, results, failedFiles: [...new Set(failed)] }
}

/** By itself the embedded engine tries everything. CI tries both: there what knows no engine goes with one of them. */
function testsOf(engine: string | undefined): string[] {
  if (engine === 's3') return [fileTests]
  if (engine === 'postgres')
    return globSync([serverTests, CI ? outsideTests : entryTests], { exclude: [anyEngineTests] })
  if (!CI) return [everyTest]
  return globSync(['{server,bench,deploy}/test/**/*.test.ts', entryTests], { exclude: [quickerOnPostgres] })
}

function isFile(argument: string) {
  return !argument.startsWith('-')
}
