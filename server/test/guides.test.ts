// Engines: embedded
// Runs: first
// The pages at /docs, and the commands and programs in them.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lexer, type Tokens } from 'marked'
import { Webhook } from 'standardwebhooks'
import { ApiError, type ErrorCode, errorBody, errorTable } from '../src/errors.ts'
import { groups, guides, guidesDirectory } from '../src/guides/guides.ts'
import { type Caller, newCompany } from './support/companies.ts'
import { leaveEarlier, migrationNames } from './support/earlier-release.ts'
import { inherited } from './support/environment.ts'
import { fillLibrary } from './support/library.ts'
import { versionOf } from './support/older-version.ts'
import { withoutCurl } from './support/programs.ts'
import { atEnd, engine, startService } from './support/service.ts'
import { picture } from './support/uploads.ts'

const usualUrl = 'http://localhost:3000'
const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules/.bin/')
/** The sources in the repository. Other tests cover the packed SDK. */
const sdk = new URL('../../sdk/src/index.ts', import.meta.url)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '1000' } })
const directory = mkdtempSync(join(tmpdir(), 'atelier-guides-'))
atEnd(async () => rmSync(directory, { recursive: true }))

/** The first Python on the path may not be the one with the system's packages. */
const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import requests']).status === 0,
)
if (!python && process.env.CI) throw new Error('The guides need python3 and python3-requests.')
if (!python) console.error("NO PYTHON WITH requests IS HERE: the guides' Python is left out.")

const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']).status === 0
if (!hasPhp && process.env.CI) throw new Error('The guides need php-cli and php-curl.')
if (!hasPhp) console.error("NO PHP WITH curl IS HERE: the guides' PHP is left out.")

const noCurl = withoutCurl()

type Block = { lang: string; text: string; shown: Block | undefined }

/** The code blocks of a guide. An output block directly after a command is the expected output. */
function blocksOf(file: string): Block[] {
  const codes = lexer(readFileSync(join(guidesDirectory, file), 'utf8')).filter(
    (token): token is Tokens.Code => token.type === 'code',
  )
  return codes.map(({ lang = '', text }, place) => {
    const next = codes[place + 1]
    const isShown = next && isOutput(next.lang) && isRun(lang)
    return {
      lang,
      text,
      shown: isShown ? { lang: next.lang!, text: next.text, shown: undefined } : undefined,
    }
  })
}

const isOutput = (lang = '') => ['json', 'text'].includes(lang)
const isRun = (lang: string) => ['sh', 'python', 'php', 'ts', 'xml'].includes(lang)

async function getPage(path: string) {
  const answer = await fetch(service.url + path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test('the rows that a guide links to can be downloaded as CSV', async () => {
  const { html } = await getPage('/docs/renders')
  assert.ok(html.includes('href="launch-posts.csv"'))
  const { status, headers, html: rows } = await getPage('/docs/launch-posts.csv')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
  assert.match(headers.get('content-disposition')!, /^attachment; filename="launch-posts.csv"/)
  assert.equal(rows.trim().split('\n').length, 201)
})

test('every guide is a page without scripts that links to all other guides', async () => {
  for (const { slug, title } of guides) {
    const { status, headers, html } = await getPage(`/docs/${slug}`)
    assert.equal(status, 200, slug)
    assert.match(headers.get('content-security-policy')!, /^default-src 'none'; style-src 'self'/)
    assert.ok(html.includes(`<title>${title} · Atelier</title>`))
    for (const other of groups.flatMap(({ guides }) => guides))
      assert.ok(html.includes(`href="/docs/${other.slug}"`))
    assert.ok(!html.includes(usualUrl), `${slug} names this server`)
  }
})

test('/docs/guides lists every guide with a sentence about it', async () => {
  const { status, headers, html } = await getPage('/docs/guides')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  const [, list] = html.split('<main')
  for (const { slug, title, about } of guides)
    assert.ok(list!.includes(`<a href="/docs/${slug}">${title}</a> <span>${about}</span>`), slug)
})

test('every link in a guide has a target', async () => {
  const ids = new Map<string, Set<string>>()
  const pages = new Map<string, string>()
  for (const { slug } of guides) {
    const { html } = await getPage(`/docs/${slug}`)
    pages.set(slug, html)
    ids.set(slug, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
  }
  for (const [slug, html] of pages)
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^https:/.test(href!)) continue
      const { pathname: path, hash } = new URL(href!, `${service.url}/docs/${slug}`)
      const fragment = hash.slice(1)
      const { status } = await getPage(path)
      assert.equal(status, 200, `${slug}: ${href}`)
      const target = path.replace('/docs/', '')
      if (fragment) assert.ok(ids.get(target)?.has(fragment), `${slug}: ${href}`)
    }
})

test('the error guide lists every message that a program can receive, with its status', () => {
  const text = readFileSync(join(guidesDirectory, 'guides/errors.md'), 'utf8')
  const listed = [...text.matchAll(/^\| (\d{3}) \| `([^`]+)` \|/gm)].map(
    ([, status, message]) => `${status} ${message}`,
  )
  const onlyPeople = ['cross_site', 'wrong_setup_token', 'not_invited', 'owners_only', 'needs_owner']
  const expected = Object.entries(errorTable)
    // A 422 with field errors has no message, and an inactive enterprise is listed once.
    .filter(([code]) => ![...onlyPeople, 'invalid', 'unauthorized_client'].includes(code))
    .map(([, { status, message }]) => `${status} ${message}`)
  assert.deepEqual(listed.sort(), expected.sort())
})

test('the error guide lists every error code of form responses', () => {
  const text = readFileSync(join(guidesDirectory, 'guides/errors.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
  const answers = (Object.keys(errorTable) as ErrorCode[]).map(
    (code) => errorBody('standard', new ApiError(code)) as { error: string },
  )
  assert.deepEqual(listed.sort(), [...new Set(answers.map(({ error }) => error))].sort())
})

/** Other tests cover these guides. */
const ownTests = ['sdk', 'cli']

for (const { slug, file } of guides.filter(({ slug }) => !ownTests.includes(slug))) {
  const blocks = blocksOf(file).filter(({ lang }) => isRun(lang))
  if (blocks.length === 0) continue
  // The commands in these guides start their own servers on the embedded database.
  const isElsewhere = engine === 'postgres' && ['self-hosting', 'upgrading'].includes(slug)
  const skip = isElsewhere || (blocks.some(({ text }) => text.includes('curl ')) && noCurl)
  test(`the commands in the guide «${slug}» work as described`, { skip, timeout: 120_000 }, async () => {
    const company = await newCompany(service, slug)
    await fillLibrary(service, company)
    // Fixtures that bypass the API emit no events.
    for (const name of ['Spring', 'Summer']) await company.post('/api/folders', { name })
    // Each brand kit of the library has a page, and the guide publishes one.
    if (slug === 'brand-pages')
      for (const { id } of (await company.get('/api/brand-pages')).body.data)
        await company.delete(`/api/brand-pages/${id}`)
    const { token } = await newToken(company)
    const filled = (text: string) =>
      text
        .replaceAll(usualUrl, service.url)
        .replaceAll('cli_…', company.clientId)
        .replaceAll('atl_cs_…', company.clientSecret)
        .replaceAll('atl_at_…', token)
        .replaceAll('/var/lib/atelier', join(directory, slug, 'data'))
        .replaceAll(/npm run (atelier(?:-server)?) -- /g, `${bin}$1 `)
        .replaceAll('npm start', `${bin}${scripts.start}`)
    const work = join(directory, slug)
    mkdirSync(work)
    writeFileSync(join(work, 'picture.jpg'), await picture({ width: 640, height: 480, format: 'jpeg' }))
    writeFileSync(join(work, 'post.svg'), post)
    mkdirSync(join(work, 'work'))
    const env = {
      ...inherited,
      PATH: bin + delimiter + process.env.PATH,
      HOME: work,
      PORT: '0',
      DATA_DIR: join(work, 'data'),
      ATELIER_URL: service.url,
      ATELIER_CLIENT_ID: company.clientId,
      ATELIER_CLIENT_SECRET: company.clientSecret,
      TOKEN: token,
    }
    const run = runner(work, env)
    const typed = slug === 'upgrading' ? await withEarlier(env.DATA_DIR) : (line: string) => line
    for (const { lang, text, shown } of blocks) {
      const printed = await run(lang, filled(typed(text)))
      if (shown) assertLike(shown.lang, printed, shown.text.replaceAll(usualUrl, service.url), text)
    }
  })
}

/**
 * The upgrade guide starts from a database of the previous version.
 * @returns the command for a line of the guide, in which backups run with the previous version.
 */
async function withEarlier(dataDirectory: string) {
  const last = migrationNames.at(-2)!
  await leaveEarlier({ kind: 'embedded', directory: join(dataDirectory, 'db') }, last)
  const { NODE_OPTIONS } = await versionOf(last)
  return (text: string) =>
    text.replace(/^(?=npm run atelier-server -- (?:backup|restore) )/gm, `NODE_OPTIONS='${NODE_OPTIONS}' `)
}

/** A document with a variable, as in the guide on templates. */
const post =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><text id="$headline" y="20">Now</text></svg>'

async function newToken({ clientId, clientSecret }: Caller) {
  const answer = await fetch(`${service.url}/oauth/access-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
  })
  return { token: ((await answer.json()) as { token: { access_token: string } }).token.access_token }
}

type Environment = { ATELIER_URL: string; TOKEN: string } & NodeJS.ProcessEnv

/**
 * Runs the blocks one after the other in one shell session.
 * @returns the output.
 */
function runner(cwd: string, env: Environment) {
  const state = join(cwd, '.state')
  writeFileSync(state, '')
  return (lang: string, text: string): Promise<string> => {
    if (lang === 'python' && !python) return Promise.resolve('')
    if (lang === 'python') return command(python!, ['-c', `${text}\n${pythonTail(text)}`], cwd, env)
    if (lang === 'php' && !hasPhp) return Promise.resolve('')
    if (lang === 'php') {
      writeFileSync(join(cwd, 'sample.php'), text)
      return command('php', ['sample.php'], cwd, env)
    }
    if (lang === 'ts') {
      writeFileSync(join(cwd, 'sample.ts'), text.replace("'@atelier/client'", `'${sdk}'`))
      return command(process.execPath, ['sample.ts'], cwd, env)
    }
    if (lang === 'xml') return newTemplate(text, env)
    const script = `set -eo pipefail; source ${state}; set -u\n${text}\n{ declare -p | grep -v '^declare -[^ ]*r'; declare -f; } > ${state} 2> /dev/null`
    return command('bash', ['-c', script], cwd, env)
  }
}

/** A command that starts a server keeps running. It is done when its output announces that it serves. */
function command(name: string, args: string[], cwd: string, env: Environment): Promise<string> {
  const child = spawn(name, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let printed = ''
  let complained = ''
  let isServing = false
  child.stderr.on('data', (text) => {
    complained += text
  })
  child.stdout.on('data', (text) => {
    printed += text
    if (isServing || !/"message":"listening"/.test(printed)) return
    isServing = true
    process.kill(-child.pid!, 'SIGTERM')
  })
  child.on('error', reject)
  child.on('close', (code) => {
    if (code === 0 || isServing) resolve(printed)
    else reject(new Error(`${args.at(-1)}\nended with ${code}: ${complained}${printed}`))
  })
  return promise
}

/** Calls the guide's verification function with a message that the Standard Webhooks library has signed. */
function pythonTail(text: string): string {
  if (!text.includes('def is_ours')) return ''
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const at = new Date()
  const signature = new Webhook(secret).sign('msg_1', at, '{}')
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  }
  return `assert is_ours("${secret}", ${JSON.stringify(headers)}, b"{}")\nassert not is_ours("${secret}", ${JSON.stringify(headers)}, b"{ }")`
}

async function newTemplate(document: string, { ATELIER_URL, TOKEN }: Environment) {
  const form = new FormData()
  const image = (await picture()).toString('base64')
  form.append('document', new Blob([document.replace('base64,…', `base64,${image}`)]), 'card.svg')
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await fetch(`${ATELIER_URL}/api/templates`, { method: 'POST', body: form, headers })
  return JSON.stringify(((await answer.json()) as { data: unknown }).data)
}

/** Guides omit fields and variable values: `…` stands for any text, 1 for any number of seconds. */
function assertLike(lang: string, printed: string, shown: string, of: string) {
  if (lang === 'json') return assertJsonLike(JSON.parse(printed), JSON.parse(shown), of)
  const lines = shown.trim().split('\n')
  assert.equal(printed.trim().split('\n').length, lines.length, `${of}\nprinted ${printed}`)
  for (const [place, line] of lines.entries())
    assert.match(printed.trim().split('\n')[place]!.trim().toLowerCase(), patternOf(line.toLowerCase()), of)
}

function assertJsonLike(printed: unknown, shown: unknown, of: string) {
  const context = `${of}\nprinted ${JSON.stringify(printed)?.slice(0, 2_000)}`
  if (typeof shown === 'string') assert.match(String(printed), patternOf(shown), context)
  else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(printed), context)
    assert.equal(printed.length > 0, shown.length > 0, context)
    for (const [place, one] of shown.entries())
      if (one !== '…' && place < printed.length) assertJsonLike(printed[place], one, of)
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof printed === 'object' && printed !== null, context)
    for (const [key, one] of Object.entries(shown)) {
      assert.ok(key in printed, `${key}: ${context}`)
      assertJsonLike((printed as Record<string, unknown>)[key], one, of)
    }
  } else if (shown === 1) assert.equal(typeof printed, 'number', context)
  else assert.equal(printed, shown, context)
}

const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
    's',
  )
