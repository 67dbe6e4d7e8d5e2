// Engines: embedded
// `npm run chaos` reports faults that it injected, and faults that it could not inject.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faults } from '../../chaos/faults.ts'
import { engines } from '../../chaos/outcome.ts'
import { rowsOf, saveRow } from '../../chaos/report.ts'
import { runIn } from '../../chaos/soak/report.ts'
import { inherited } from './support/environment.ts'
import { startPostgres, waitingForDisk, withoutServers } from './support/postgres-server.ts'
import { atEnd } from './support/service.ts'

const program = (name: string) => fileURLToPath(new URL(`../../chaos/${name}.ts`, import.meta.url))

async function run(name: 'main' | 'run', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program(name), ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, err }
}

test('a fault that cannot be injected here exits with code 3, unless it is excluded', async () => {
  // Without any programs in PATH, no disk can be mounted.
  const onDisk = (...flags: string[]) =>
    run('main', ['--fault=disk-full', '--engine=embedded', '--quick', ...flags], { PATH: '' })
  const { code, err } = await onDisk()
  assert.equal(code, 3)
  assert.match(err, /^disk-full, embedded: SKIPPED: mounting a file system is not permitted here\.$/m)
  assert.deepEqual(await onDisk('--without=disk-full'), { code: 0, err: '' })
  assert.equal((await onDisk('--without=nothing')).code, 2)
})

test('a PostgreSQL server that does not sync to disk is rejected', {
  skip: withoutServers,
}, async () => {
  const careless = await startPostgres()
  const { code, err } = await run('run', ['kill', 'quick'], { TEST_DATABASE_URL: careless.url('postgres') })
  assert.notEqual(code, 0)
  assert.match(err, /has fsync off/)
  const careful = await startPostgres({ set: waitingForDisk })
  assert.deepEqual(await careful.ask('show fsync'), [{ fsync: 'on' }])
})

test('a row contains what was done and refers to its run', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-chaos-'))
  atEnd(() => rm(directory, { recursive: true }))
  const page = join(directory, 'page.md')
  await writeFile(page, 'Before.\n\n<!-- chaos: faults -->\n<!-- end: faults -->\n')
  const outcome = (done: string) => ({
    done,
    counts: { acknowledged: 1_234, refused: 5, unanswered: 6 },
    problems: [],
    backMs: [1_000, 2_000, 9_000],
  })
  const save = (engine: 'embedded' | 'postgres', done: string, run: string) =>
    saveRow(page, { kill: faults.kill! }, { name: 'kill', engine, outcome: outcome(done), run })
  save('embedded', 'killed 50 times', 'yesterday; commit `a`.')
  save('postgres', 'killed 60 times', 'today; commit `b`.')
  save('embedded', 'killed 70 times', 'today; commit `b`.')
  const rest = '1,234 | 5 | 6 | 0 | 2.0 s / 9.0 s | 1 |'
  const written = (await readFile(page, 'utf8')).split('\n').filter((line) => /^(\| `|\d)/.test(line))
  assert.deepEqual(written, [
    `| \`kill\` | embedded | killed 70 times | ${rest}`,
    `| \`kill\` | postgres | killed 60 times | ${rest}`,
    '1. today; commit `b`.',
  ])
})

const readPage = () => readFile(fileURLToPath(new URL('../../docs/reliability.md', import.meta.url)), 'utf8')

test('the page has figures for every fault on each of its engines, and no change was lost', async () => {
  const rows = rowsOf(await readPage())
  const all = Object.entries(faults).flatMap(([name, { engines, isPending }]) =>
    engines.map((engine) => `\`${name}\` ${engine}`).filter((key) => !isPending || rows.has(key)),
  )
  assert.deepEqual([...rows.keys()].sort(), all.sort())
  for (const [name, { cells }] of rows) {
    const [, , done = '', ...figures] = cells
    assert.match(done, /\d/, name)
    for (const count of figures.slice(0, 4)) assert.match(count, /^[\d,]+$/, name)
    assert.equal(figures[3], '0', `${name}: lost`)
  }
})

test('every figure on the page, of faults and of the soak test, names its commit and its machine', async () => {
  const page = await readPage()
  const runs = new Map([...rowsOf(page)].map(([name, { run }]) => [name, run]))
  for (const engine of engines) runs.set(`soak ${engine}`, runIn(page, engine) ?? 'none')
  const ofRun =
    /^\d{4}-\d\d-\d\d; commit `[0-9a-f]{12}`; \S.*, \d+ cores, \d+ GB of memory; Node \d+\.\d+\.\d+\.$/
  const nameless = [...runs].filter(([, run]) => !ofRun.test(run))
  assert.deepEqual(nameless, [])
})
