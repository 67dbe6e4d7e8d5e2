// Engines: embedded
// Checks the import directions of the architecture: main → app → routes → features → infrastructure.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const source = join(root, 'server/src')

/**
 * The layers, from top to bottom and from left to right. A file imports only from its own directory and from
 * later places, so that two directories never import each other. A place is a directory directly under
 * server/src, or a file in it.
 */
const layers = {
  entry: 'main commands app',
  lists: 'routes background-jobs',
  features:
    'operations backup demo archive mcp connected-apps sign-in trash check share-pages brand-pages public-pages render-batches render-links renders downloads saved-searches collections brand-kit companies folders oauth properties templates uploads asset-tables assets shares presets digests reviews comments clients members folder-limits webhooks audit changes property-values translations tags guides',
  infrastructure:
    'workers http jobs services mail file-metadata images drawing row-files zip storage outbound events secrets db cache',
  base: 'name-rules names languages durations disk config transfer-timeout wire fair-slots errors fair-share ids ip-addresses language-tags lazy',
}

const order = Object.values(layers).flatMap((places) => places.split(' '))
const features = layers.features.split(' ')

type File = { path: string; code: string; imports: string[] }

const files = globSync('**/*.ts', { cwd: source }).map((path) => readSource(path, source))

test('every file belongs to a layer', () => {
  assert.deepEqual(files.filter((file) => positionOf(file.path) === -1).map(pathOf), [])
})

test('no folder is called utils, helpers, shared or common', () => {
  assert.deepEqual(
    files.map(pathOf).filter((path) => /(^|\/)(utils?|helpers?|shared|common)\//.test(path)),
    [],
  )
})

test('imports point down: a folder imports only from folders after it in the order above', () => {
  const upward = (from: string, to: string) => positionOf(to) < positionOf(from)
  assert.deepEqual(importsThat(upward), [])
})

test('two folders never import each other', () => {
  const between = Map.groupBy(
    importsThat((from, to) => placeOf(from) !== placeOf(to)),
    (found) => found.split(' → ').map(placeOf).join(' → '),
  )
  const mutual = [...between].flatMap(([pair, one]) => {
    const other = between.get(pair.split(' → ').toReversed().join(' → '))
    // The direction with fewer imports is the one to remove.
    return other && one.length <= other.length ? [`${pair} and back; to cut: ${one.join(', ')}`] : []
  })
  assert.deepEqual(mutual, [])
})

/** The same order for the directories of http/. */
const roomsOfHttp =
  'endpoints server files responses rate-limits schemas connections known-paths same-origin request-summary caller'.split(
    ' ',
  )

test('imports point down between the folders of http', () => {
  const roomOf = (path: string) => roomsOfHttp.indexOf(path.replace(/^http\//, '').replace(/\/.*|\.ts$/, ''))
  const isInHttp = (path: string) => path.startsWith('http/')
  assert.deepEqual(
    files.map(pathOf).filter((path) => isInHttp(path) && roomOf(path) === -1),
    [],
  )
  const upward = (from: string, to: string) => isInHttp(from) && isInHttp(to) && roomOf(to) < roomOf(from)
  assert.deepEqual(importsThat(upward), [])
})

test("a feature never imports a feature's routes", () => {
  const toRoutes = (from: string, to: string) =>
    features.includes(placeOf(from)) && /^[^/]+\/routes\.ts$/.test(to)
  assert.deepEqual(importsThat(toRoutes), [])
})

test('nothing imports main.ts', () => {
  assert.deepEqual(
    importsThat((_, to) => to === 'main.ts'),
    [],
  )
})

test('only main.ts reads process.env', () => {
  const readers = files.filter(({ code }) => /process\??\.env\b|\benv\b[^;\n]*from 'node:process'/.test(code))
  assert.deepEqual(
    readers.map(pathOf).filter((path) => path !== 'main.ts'),
    [],
  )
})

/** These call URLs of the operator or this machine. All other outgoing requests use `outbound`. */
const callers = [
  'outbound/outbound.ts',
  'outbound/resolve.ts',
  'sign-in/oidc-discovery.ts',
  'commands/backup.ts',
]

test('only outbound.ts connects to URLs from users; no other file sends requests or opens connections', () => {
  const isCaller = ({ code }: File) =>
    /(?<![.\w])(?:globalThis\.)?fetch\s*[(,;)}]/.test(code) ||
    namesOf(code).some((name) => !harmless.has(name))
  assert.deepEqual(files.filter(isCaller).map(pathOf).sort(), callers.toSorted())
})

/** Imported names of modules that can open connections. `*` means the whole module. */
const namesOf = (code: string) =>
  [
    ...code.matchAll(
      /import ([^']+) from '(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|undici)'/g,
    ),
    ...code.matchAll(
      /(?:import|require|getBuiltinModule)\('(?:node:)?(?:http2?|https|net|tls|dgram|undici)'\)/g,
    ),
  ].flatMap(([, names]) => {
    if (names?.startsWith('type ')) return []
    if (!names?.startsWith('{')) return ['*']
    return names
      .slice(1, -1)
      .split(',')
      .map((name) => name.trim().split(' ')[0]!)
      .filter((name) => name !== 'type' && name !== '')
  })

/** Names that open no connection. */
const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES', 'METHODS', 'createServer'])

test('a server loads the libraries for sign-in, mail, S3, Redis and MCP only when they are needed', () => {
  const rare = ['better-auth', 'nodemailer', '@aws-sdk', '@tus/s3-store', '@redis', '@modelcontextprotocol']
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({
      resolve(name, context, next) {
        if (/^[a-z@]/.test(name)) packages.add(name)
        return next(name, context)
      },
    })
    await import(${JSON.stringify(pathToFileURL(join(source, 'app.ts')).href)})
    console.log(JSON.stringify([...packages]))`
  const read = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' })
  const packages: string[] = JSON.parse(read.toString())
  assert.ok(packages.includes('fastify'))
  assert.deepEqual(
    packages.filter((name) => rare.some((library) => name === library || name.startsWith(`${library}/`))),
    [],
  )
})

test('svg, typesetting and filling use only APIs that Node and browsers share', () => {
  const isomorphic = ['svg', 'typesetting', 'filling'].flatMap((workspace) =>
    globSync(`${workspace}/src/**/*.ts`, { cwd: root }).map((path) => readSource(path, root)),
  )
  assert.ok(isomorphic.length > 10)
  const ofOnePlace =
    /'node:|\bBuffer\.(?:from|alloc|concat)\b|\bprocess\.|\b(?:document|window)\.(?:createElement|querySelector|getElement|location)/
  assert.deepEqual(isomorphic.filter(({ code }) => ofOnePlace.test(code)).map(pathOf), [])
})

for (const workspace of [
  'svg/src',
  'typesetting/src',
  'filling/src',
  'server/src',
  'portal/src',
  'sdk/src',
  'cli/src',
  'bench',
  'chaos',
  'deploy',
  'scripts',
])
  test(`there are no import cycles in ${workspace}`, () => {
    const directory = join(root, workspace)
    const all = globSync('**/*.{ts,tsx}', { cwd: directory, exclude: ['**/node_modules/**'] })
    assert.ok(all.length > 0)
    assert.deepEqual(cycles(all.map((path) => readSource(path, directory))), [])
  })

/** Every quoted relative path that ends in .ts or .tsx counts, including types, dynamic imports and worker files. */
function readSource(path: string, directory: string): File {
  const lines = readFileSync(join(directory, path), 'utf8').split('\n')
  const code = lines.filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)).join('\n')
  const imports = [...code.matchAll(/'(\.{1,2}\/[^'\n]+\.tsx?)'/g)].map((match) =>
    join(dirname(path), match[1]!),
  )
  return { path, code, imports }
}

function pathOf(file: File) {
  return file.path
}

/** The folder directly under server/src, or the name of a file there. */
function placeOf(path: string) {
  return path.replace(/\.tsx?$/, '').split('/')[0]!
}

function positionOf(path: string) {
  return order.indexOf(placeOf(path))
}

function importsThat(isWrong: (from: string, to: string) => boolean) {
  return files.flatMap(({ path, imports }) =>
    imports.filter((to) => isWrong(path, to)).map((to) => `${path} → ${to}`),
  )
}

function cycles(files: readonly File[]) {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) return found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path)) return
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return found
}
