// Runs the same test files on either engine, or those about files on S3 as well as on disk:
// `node scripts/test.ts embedded|postgres|s3 [--test-name-pattern=…] [files]`.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

const everyTest = '{server,portal,sdk,cli,bench,deploy}/test/**/*.test.ts'
const serverTests = 'server/test/**/*.test.ts'
/** Who asks over HTTP alone does not know the engine: the SDK, the command line, pages. */
const outsideTests = '{portal,sdk,cli}/test/**/*.test.ts'
/** But getting in is told apart by it. */
const entryTests = 'portal/test/{getting-in,two-companies,ways-in}.test.ts'
/** These ask a database for nothing, or make an embedded one. */
const anyEngineTests =
  'server/test/{addresses,broken-requests,cache,chaos,commands-embedded,config,configuration-page,contract-rules,crew,decoder,decoder-full-disk,demo-catalogue,embedded,fair-cache,guides,http-edges,ids,imports,memory,memory-limit,outbound,page-fills,parsers-fuzz,promises,secret-key,storage,storage-disk,storage-links,svg,svg-cost,svg-fuzz,tokens,turns,uploads-hostile,validation-cost,workers-counting}.test.ts'
/** Of several servers at once, of a server's password and of a million rows: what the embedded engine would run of it knows no engine. */
const serverOnly =
  'server/test/{database-password,failover,lost-commits,nodes,notifications,own-role,pgbouncer,plans,rate-limit-shared,replicas,workers}.test.ts'
/** On the embedded engine each command is a start of it, and `soak` and `neighbours` half a minute of full load; what `committed` refuses is the same line before both. */
const quickerOnPostgres =
  'server/test/{audit-export,commands,committed,jobs-operator,neighbours,secret-rotation,soak,token-leak}.test.ts'
/**
 * About bytes, names, protocols, people's pages and what is fetched: of a database they ask what all others do, and
 * every endpoint is asked on both engines (`endpoint-fuzz`, `isolation`).
 */
const protocolTests =
  'server/test/{assets-import,bearer,hostile-names,http-fuzz,import-{jobs,limits},mcp,metrics,monitoring,oauth-{assertion,attempts,forms,introspection,issue,known-clients,libraries,metadata,timing,token-limits},open-routes,openapi,portal-{activity,changes,clients,company,guesses,installation,outage,people,people-log,refusals,requests,security,sign-in,single-sign-on},rate-limit,reference,refusals,renditions,secrecy,secrecy-walk,sign-in-fuzz,templates,uploads,uploads-fuzz,uploads-limits,uploads-resumable-{limits,refusals},webhooks-fair}.test.ts'
/**
 * What else features do with the same rows by the same ways. The other files send the engine the same statements, but for
 * some of one list.
 */
const furtherTests =
  'server/test/{brand-kit-{colors,contrast,parts,tokens},caching,folders,hot-path,lists,resources,revisions,templates-trash,versions}.test.ts'
/** It tampers with files of both stores, and asks a database for what all others do. */
const chaosTests = 'server/test/chaos-verify.test.ts'
const fileTests = 'server/test/{chaos-verify,check,files,storage*,uploads-resumable}.test.ts'

// A file is a process, and on the embedded engine a process takes about 300 MB.
const processesMax = 8
const testMillisecondsMax = 300_000
/** More than these fail for a reason. */
const retriedFilesMax = 4
/**
 * They look by chance, beyond what a seed gives again: what one of them finds is a fault, also where a second look finds
 * nothing.
 */
const findsByChance =
  '{deploy/test/balancer,server/test/{assets,endpoint-fuzz,folders,full-disk,kill,oauth-issue-races,trash,turns,uploads-fuzz,uploads-resumable-races,workers-counting},cli/test/sync}.test.ts'
const slowestNamed = 40
/** They take half a minute or more: one that began last would leave all cores but one idle. */
const startFirst =
  '{portal/test/accessibility,server/test/{plans,nodes,rate-limit-shared,failover,guides,jobs,kill,pgbouncer,soak,uploads-hostile,upgrade,workers},cli/test/sync,sdk/test/limits}.test.ts'
/**
 * V8 compiles WebAssembly once and not once more, better: hardly a test lives long enough to get that back. A usual file
 * takes a tenth to a fifth less of the processor, one that asks for large tables a fifth more.
 */
const compiledOnce = '--liftoff-only'

const {
  values: { 'test-name-pattern': namePatterns },
  positionals: [engine, ...given],
} = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true } },
})
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

const files = given.length > 0 ? globSync(given) : testsOf(engine)
if (files.length === 0) {
  console.error(`There is no test file ${given.join(' ')}`)
  process.exit(2)
}

// Twice as many as cores: tests wait for clocks, disks and browsers too.
const concurrency = Math.min(availableParallelism() * 2, processesMax)

const { passed, results, failedFiles } = await runTests(files, concurrency)
if (results.length > slowestNamed) nameSlowest(results)
const again = !passed && CI ? failedFiles : []
process.exitCode = passed || (mayBeChance(again) && (await passAlone(again))) ? 0 : 1

/**
 * Browsers, deadlines and two thousand tests on a machine that others use: now and then one is red that has
 * no fault. In CI a file may therefore fail once, if it passes by itself, and is named loudly.
 */
async function passAlone(files: string[]) {
  console.error(`\nOnce more, one by one:\n${files.join('\n')}\n`)
  let passed = true
  for (const file of files) passed &&= (await runTests([file], 1)).passed
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

/** What became of each file, which is told meanwhile. */
async function runTests(files: string[], concurrency: number) {
  let passed = false
  const results: FileResult[] = []
  const events = run({
    files: files.map((file) => resolve(file)),
    concurrency,
    timeout: testMillisecondsMax,
    execArgv: [compiledOnce],
    env: environment,
    ...(namePatterns && { testNamePatterns: namePatterns }),
  })
  events.on('test:summary', ({ file, success, duration_ms }) => {
    if (file === undefined) passed = success
    else results.push({ file, passed: success, ms: duration_ms })
  })
  // One that ended before its tests has no summary, and fails under its own name.
  events.on('test:fail', ({ file, name, details }) => {
    if (file !== undefined && file === resolve(name))
      results.push({ file, passed: false, ms: details.duration_ms })
  })
  const told = events.compose(spec())
  told.pipe(process.stdout, { end: false })
  await once(told, 'end')
  const failed = results.filter((result) => !result.passed).map(({ file }) => file)
  return { passed, results, failedFiles: [...new Set(failed)] }
}

type FileResult = { file: string; passed: boolean; ms: number }

/** By itself the embedded engine tries everything. CI tries both: there what knows no engine goes with one of them. */
function testsOf(engine: string | undefined): string[] {
  const isFirst = (file: string) => Number(matchesGlob(file, startFirst))
  return globSync(...globsOf(engine)).sort((one, other) => isFirst(other) - isFirst(one))
}

function globsOf(engine: string | undefined): [string[], { exclude: string[] }] {
  if (engine === 's3') return [[fileTests], { exclude: [] }]
  if (engine === 'postgres')
    return [
      [serverTests, CI ? outsideTests : entryTests],
      { exclude: [anyEngineTests, ...(CI ? [chaosTests] : [])] },
    ]
  if (!CI) return [[everyTest], { exclude: [] }]
  return [
    ['{server,bench,deploy}/test/**/*.test.ts', entryTests],
    // The run on S3 has the embedded engine, and disks beside S3.
    { exclude: [serverOnly, quickerOnPostgres, protocolTests, furtherTests, fileTests] },
  ]
}
