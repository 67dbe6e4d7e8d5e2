// Engines: embedded, postgres
// Runs the commands in the operator guides, in page order in one terminal, and compares their output.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { guidesDirectory } from '../src/guides/guides.ts'
import { newAccount } from './support/accounts.ts'
import { inherited } from './support/environment.ts'
import { copyIntoDirectory } from './support/migrated-databases.ts'
import { atEnd, engine, freshConfig, startOn } from './support/service.ts'

const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))

/** Commands that are not run, and why. */
const leftOut: [beginning: string, why: string][] = [
  ['S3_BUCKET=acme-library ', 'it asks AWS; what a store refuses is tried in storage-s3.test.ts'],
  ['DATABASE_URL=postgres://… atelier-server serve ', 'it runs until it is stopped; workers.test.ts does so'],
  [
    'atelier-server import acme-france.tar ',
    'its archive is of another installation; archive.test.ts covers this',
  ],
  [
    'atelier-server check',
    'the page shows faults that a new installation does not have; check.test.ts makes them',
  ],
]

type Step = { typed: string; shown: string }

/**
 * A line that starts with `$ ` is a command, including its continuation lines. The lines after it are the
 * output.
 */
function stepsOf(page: string): Step[] {
  const text = readFileSync(join(guidesDirectory, page), 'utf8')
  const transcripts = [...text.matchAll(/^```console\n(.*?)^```$/gms)].map(([, transcript]) => transcript!)
  return transcripts.flatMap((transcript) =>
    transcript
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [, typed, shown] = /^((?:[^\n]*\\\n)*[^\n]*)\n(.*)$/s.exec(step)!
        return { typed: typed!, shown: shown!.trim() }
      }),
  )
}

for (const page of ['operators.md', 'operations.md', 'configuration.md']) {
  const steps = stepsOf(page).filter((step) => isOfEmbedded(step) === (engine === 'embedded'))
  if (steps.length === 0) continue
  test(`the commands in ${page} print what the page shows, with ${engine}`, async (context) => {
    const home = await newHome()
    const names = new Map<string, string>()
    for (const { typed, shown } of steps) {
      const why = leftOut.find(([beginning]) => typed.startsWith(beginning))?.[1]
      if (why) {
        context.diagnostic(`Left out: ${typed}: ${why}.`)
        continue
      }
      const command = filled(typed, names, home)
      const printed = await home.around(typed, names, () => run(command, home, shown !== ''))
      compare(printed, located(shown, home), names, typed)
    }
  })
}

/** Transcripts about the embedded database run on it; the others run on PostgreSQL, which starts faster. */
function isOfEmbedded({ typed, shown }: Step) {
  return shown.startsWith('The data in ') || /atelier-server (backup|restore) /.test(typed)
}

type Home = Awaited<ReturnType<typeof newHome>>

/** The paths on the pages, moved into the test's directory. */
const located = (text: string, { directory }: Home) =>
  text
    .replaceAll('/backups', join(directory, 'backups'))
    .replaceAll('/var/lib/atelier', join(directory, 'restored'))

/** Replaces IDs, secrets and token names on the page with those that earlier commands printed. */
function filled(typed: string, names: Map<string, string>, home: Home): string {
  const here = located(typed, home).replaceAll('postgres://…', home.elsewhere)
  return here.replace(name, (one) => names.get(one) ?? assert.fail(`${one} was not printed before`))
}

const name = /\b(?:cmp|ent|cli)_[0-9a-z]{26}\b|\batl_cs_\w+…|\b[0-9a-f]{12}\b/g

/** Runs the command and reads both output streams. If the page shows no output, the command must succeed. */
async function run(command: string, { directory: cwd, env: own }: Home, isShown: boolean): Promise<string> {
  const env = {
    ...inherited,
    ...own,
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: cwd,
    PUBLIC_URL: 'https://atelier.example.com',
  }
  const child = spawn('bash', ['-c', `exec 2>&1\n${command}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await textOf(child.stdout)
  if (!isShown) assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 0, printed)
  return printed
}

/**
 * A directory with `data`, which is the default DATA_DIR, a database, and the state that the page assumes
 * between commands.
 */
async function newHome() {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-transcripts-'))
  atEnd(async () => rmSync(directory, { recursive: true }))
  for (const name of ['data', 'backups']) mkdirSync(join(directory, name))
  const env = await databaseAt(join(directory, 'data/db'))
  const elsewhere = (await databaseAt(join(directory, 'elsewhere'))).DATABASE_URL ?? ''
  const config = parseConfig({ ...env, PORT: '0', DATA_DIR: join(directory, 'data') })

  /** Commands run beside this server. */
  async function serving<T>(work: (url: string) => Promise<T>): Promise<T> {
    const service = await startOn(config)
    return work(service.url).finally(service.close)
  }

  async function around(typed: string, names: Map<string, string>, work: () => Promise<string>) {
    if (typed === 'atelier-server client list') {
      if (engine === 'embedded') return serving(work)
      await serving((url) => useClient(url, names))
    }
    if (typed === 'atelier-server token check --file leaked.txt')
      await serving(async (url) => {
        const leaked = `GET /?t=${await tokenFrom(url, names)}\nsecret: ${secretIn(names)}\n`
        writeFileSync(join(directory, 'leaked.txt'), leaked)
      })
    if (typed.startsWith('atelier-server person drop-second-factor')) {
      const { db, close } = await openDatabase(config.database)
      await newAccount(db, { name: 'Ada Winter', email: 'ada@example.com' })
      await close()
    }
    return work()
  }
  return { directory, env, elsewhere, around }
}

/** @returns the variables for a command. The embedded database is found by its default path. */
async function databaseAt(directory: string): Promise<{ DATABASE_URL?: string }> {
  if (engine === 'embedded') {
    await copyIntoDirectory(directory)
    return {}
  }
  const { database } = await freshConfig()
  return database.kind === 'postgres' ? { DATABASE_URL: database.url } : {}
}

/** The first printed value of a kind. */
const firstOf = (names: Map<string, string>, beginning: string) =>
  [...names].find(([shown]) => shown.startsWith(beginning))![1]
const secretIn = (names: Map<string, string>) => firstOf(names, 'atl_cs_')

async function tokenFrom(url: string, names: Map<string, string>): Promise<string> {
  const body = JSON.stringify({ client_id: firstOf(names, 'cli_'), client_secret: secretIn(names) })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/oauth/access-token`, { method: 'POST', headers, body })
  const { token } = (await answer.json()) as { token: { access_token: string } }
  return token.access_token
}

/** The page shows a used client, and the revocation of three of its tokens. */
async function useClient(url: string, names: Map<string, string>) {
  for (let n = 0; n < 3; n++) {
    const authorization = `Bearer ${await tokenFrom(url, names)}`
    assert.equal((await fetch(`${url}/api/user`, { headers: { authorization } })).status, 200)
  }
}

/** Compares line by line. A new ID on the page matches any ID, and later only the same ID. */
function compare(printed: string, shown: string, names: Map<string, string>, typed: string) {
  if (shown === '') return
  const found: string[] = []
  const pattern = shown.replace(/[^\S\n]+/g, ' ').replace(token, (one) => {
    const kind = kinds.find(([of]) => of.test(one))
    if (!kind) return RegExp.escape(one)
    if (!one.match(name)) return kind[1]
    if (names.has(one)) return RegExp.escape(names.get(one)!)
    found.push(one)
    return `(${kind[1]})`
  })
  const match = new RegExp(`^${pattern}$`).exec(printed.trim().replace(/[^\S\n]+/g, ' '))
  assert.ok(match, `${typed}\nprinted\n${printed}\nand the page shows\n${shown}`)
  for (const [place, one] of found.entries()) names.set(one, match[place + 1]!)
}

/** Values that differ on each run, and their patterns. */
const kinds: [of: RegExp, pattern: string][] = [
  [/^(?:cmp|ent|cli)_/, '\\w{3}_[0-9a-z]{26}'],
  [/^atl_cs_/, 'atl_cs_\\w+'],
  [/^\d{4}-\d\d-\d\dT/, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/^\d{4}-/, '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC'],
  [/^[\d.,]+ (?:MB|files|assets|templates|folders)$/, '[\\d.,]+ \\w+'],
  [/^process \d/, 'process \\d+'],
  [/^[0-9a-f]{12}$/, '[0-9a-f]{12}'],
  [/^ENOTFOUND$/, '(?:ENOTFOUND|EAI_AGAIN)'],
  [/…$/, '.*'],
]

const token =
  /\b(?:cmp|ent|cli)_[0-9a-z]{26}\b|\batl_cs_\w+…|\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d UTC)|\b[\d.,]+ (?:MB|files|assets|templates|folders)\b|\bprocess \d+|\b[0-9a-f]{12}\b|\bENOTFOUND\b|\w*…|[^\s\w]|\w+/g
