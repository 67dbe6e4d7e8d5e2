// Runs the same test files on either engine, or those about files on S3 as well as on disk:
// `node scripts/test.ts embedded|postgres|s3 [files or flags]`.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const everyTest = '{server,portal,sdk,cli}/test/**/*.test.ts'
/** Pages do not know the engine; getting in does. */
const postgresTests = [
  '{server,sdk,cli}/test/**/*.test.ts',
  'portal/test/{getting-in,two-companies,ways-in}.test.ts',
]
const fileTests = 'server/test/{files,storage*,uploads-resumable}.test.ts'

// A file is a process, and on the embedded engine a process takes about 300 MB.
const processesMax = 4
const testMillisecondsMax = 300_000

const [engine, ...rest] = process.argv.slice(2)
const { TEST_DATABASE_URL, ...environment } = process.env

if (engine === 'postgres' && !TEST_DATABASE_URL) {
  console.error('Set TEST_DATABASE_URL, or run: scripts/with-postgres.sh npm run test:postgres')
  process.exit(2)
}

if (engine === 's3' && !process.env.S3_TEST_ENDPOINT) {
  console.error('Set S3_TEST_ENDPOINT, or run: scripts/with-s3.sh npm run test:s3')
  process.exit(2)
}

const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${Math.min(Math.max(availableParallelism(), 2), processesMax)}`,
    `--test-timeout=${testMillisecondsMax}`,
    ...rest.filter((argument) => argument.startsWith('-')),
    ...(rest.some(isFile) ? rest.filter(isFile) : testsOf(engine)),
  ],
  { stdio: 'inherit', env: engine === 'postgres' ? process.env : environment },
)
process.exitCode = status ?? 1

function testsOf(engine: string | undefined): string[] {
  if (engine === 's3') return [fileTests]
  return engine === 'postgres' ? postgresTests : [everyTest]
}

function isFile(argument: string) {
  return !argument.startsWith('-')
}
