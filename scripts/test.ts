// Runs the test files of an engine: `node scripts/test.ts embedded|postgres|s3 [options] [files]`.
//   --test-name-pattern=…  only tests with such a name
//   --times                a table of the CPU and wall time of each file, which CI always prints
//   --list                 names the files, and runs none
// CONTRIBUTING.md says which files an engine has.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Engine, engines, filesOf, LineError, type TestFile } from './test/files.ts'
import { type FileResult, newTimesFolder, timesTable } from './test/times.ts'

// Each file runs in its own process and takes about 300 MB on the embedded engine.
const processesMax = 8
/**
 * Maximum duration of a test. The longest takes 80 s on a busy machine. Tests that need more set their own
 * limit.
 */
const testSecondsMax = 300
/** Maximum number of failed files that are retried. More failures have a common cause. */
const retriedFilesMax = 4
const slowestNamed = 40
/**
 * V8 compiles WebAssembly once, quickly, and never optimizes it, because only some tests run long enough to
 * benefit. Most files take 10 to 20 % less CPU time, but a file that reads large tables takes 20 % more.
 */
const compiledOnce = '--liftoff-only'
const eachProcess = fileURLToPath(new URL('test/process.ts', import.meta.url))

const {
  values: { 'test-name-pattern': namePatterns, times: wantsTimes, list: wantsList },
  positionals: [engineGiven, ...given],
} = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    times: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const engine = engines.find((name) => name === engineGiven) ?? fail(`Name an engine: ${engines.join(', ')}.`)
const { TEST_DATABASE_URL, ...others } = process.env
const isCI = Boolean(others.CI)
const timesFolder = wantsTimes || isCI ? newTimesFolder() : undefined
const environment = {
  ...others,
  ...(engine === 'postgres' && { TEST_DATABASE_URL }),
  ...(timesFolder && { TEST_TIMES_DIR: timesFolder }),
  // The whole run has one seed, so that a retry generates the same values.
  FUZZ_SEED: process.env.FUZZ_SEED ?? String(randomInt(2 ** 31)),
  // Each test file, and each server that it starts, loads the same two thousand modules, which are therefore
  // cached.
  NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-compile-cache'),
}

const every = listed(engine)
if (wantsList) {
  for (const { path } of every) console.log(path)
  process.exit()
}
if (engine === 'postgres' && !TEST_DATABASE_URL)
  fail('Set TEST_DATABASE_URL, or run: scripts/with-postgres.sh npm run test:postgres')
if (engine === 's3' && !process.env.S3_TEST_ENDPOINT)
  fail('Set S3_TEST_ENDPOINT, or run: scripts/with-s3.sh npm run test:s3')

const files = given.length > 0 ? globSync(given) : every.map(({ path }) => path)
if (files.length === 0) fail(`There is no test file ${given.join(' ')}`)

// Twice as many files as cores run at once, because tests also wait for timers, disks and browsers.
const concurrency = Math.min(availableParallelism() * 2, processesMax)

const { passed, results, failedFiles } = await runTests(files, concurrency)
if (timesFolder) console.log(`\n${timesTable(results, timesFolder)}\n`)
else if (results.length > slowestNamed) nameSlowest(results)
const again = !passed && isCI ? failedFiles : []
process.exitCode = passed || (mayBeChance(again) && (await passAlone(again))) ? 0 : 1

/**
 * Retries failed files alone. Tests use browsers and deadlines on a machine that can be busy, so a test
 * sometimes fails without an error in the code. In CI, a file can therefore fail once if it passes by itself,
 * and the log reports it clearly.
 */
async function passAlone(files: string[]) {
  console.error(`\nRetrying, one by one:\n${files.join('\n')}\n`)
  let passed = true
  for (const file of files) passed &&= (await runTests([file], 1)).passed
  if (passed)
    console.error(`\nThese passed only the second time, by themselves. Fix them:\n${files.join('\n')}\n`)
  return passed
}

function nameSlowest(results: FileResult[]) {
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, slowestNamed)
  const lines = slowest.map(
    ({ ms, file }) => `${(ms / 1_000).toFixed(0).padStart(5)} s  ${relative('', file)}`,
  )
  console.log(`\nThe slowest of ${results.length} files:\n${lines.join('\n')}\n`)
}

/**
 * Whether a failed file is retried. A file that tests with random values is not, because a retry would not
 * generate the same values.
 */
function mayBeChance(files: string[]) {
  const isFew = files.length > 0 && files.length <= retriedFilesMax
  const searching = every
    .filter(({ runs }) => runs.includes('without retry'))
    .map(({ path }) => resolve(path))
  return isFew && !files.some((file) => searching.includes(file))
}

/** Prints the results while the files run. */
async function runTests(files: string[], concurrency: number) {
  let passed = false
  const results: FileResult[] = []
  const events = run({
    files: files.map((file) => resolve(file)),
    concurrency,
    timeout: testSecondsMax * 1_000,
    execArgv: [compiledOnce, '--import', eachProcess],
    env: environment,
    ...(namePatterns && { testNamePatterns: namePatterns }),
  })
  events.on('test:summary', ({ file, success, duration_ms }) => {
    if (file === undefined) passed = success
    else results.push({ file, passed: success, ms: duration_ms })
  })
  // A file that exited before its tests has no summary and fails under its own name.
  events.on('test:fail', ({ file, name, details }) => {
    if (file !== undefined && file === resolve(name))
      results.push({ file, passed: false, ms: details.duration_ms })
  })
  const told = events.compose(spec())
  told.pipe(process.stdout, { end: false })
  await once(told, 'end')
  // A file that was killed because it hung also has no summary, and its own tests may have failed before.
  const hasPassed = (file: string) => {
    const own = results.filter((result) => result.file === file)
    return own.length > 0 && own.every(({ passed }) => passed)
  }
  return {
    passed,
    results,
    failedFiles: files.map((file) => resolve(file)).filter((file) => !hasPassed(file)),
  }
}

function listed(engine: Engine): TestFile[] {
  try {
    return filesOf(engine, isCI)
  } catch (error) {
    if (error instanceof LineError) fail(error.message)
    throw error
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
