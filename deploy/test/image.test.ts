// Engines: embedded
// A release of `npm run pack`: its size, its content, and whether it runs unprivileged with the image's
// command while only /data and /tmp are writable.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { bytesOf } from '../../scripts/release/tree.ts'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { childrenOf } from '../../server/test/support/children.ts'
import { here, type Machine } from '../../server/test/support/network.ts'
import { companyFor } from '../../server/test/support/processes.ts'
import { startProcessOn } from '../../server/test/support/server-process.ts'
import { engine, freshConfig } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'

const works = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0
if (!works && process.env.CI) throw new Error('The test of the image needs bubblewrap.')
if (!works) console.error('SKIPPED: bubblewrap is not installed, so the server is not tested in its image.')
const skip =
  engine === 'postgres' ? 'the result does not depend on the engine' : !works && 'bubblewrap is not installed'

const folder = mkdtempSync(join(tmpdir(), 'atelier-release-'))
after(() => rmSync(folder, { recursive: true, force: true }))
if (!skip) {
  const pack = join(root, 'scripts/pack.ts')
  execFileSync(process.execPath, [pack, '--fast', '--to', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
}
const archive = readdirSync(folder)[0] ?? ''
if (archive) execFileSync('tar', ['xzf', archive], { cwd: folder })
const release = join(folder, archive.replace('.tar.gz', ''))
/** The server also needs these development packages. */
const alsoNeeded = new Set(['yaml', '@fontsource-variable/inter'])
const releaseBytesMax = 250_000_000
/** Bytes on disk. Small files occupy whole blocks. */
const blocksBytesMax = 270_000_000
/** Without binutils, Node keeps its debug symbols. */
const symbolsBytes = spawnSync('strip', ['--version']).status === 0 ? 0 : 34_000_000

test('a release has at most 250 MB unpacked, and its name contains the version and platform', {
  skip,
}, () => {
  assert.match(archive, /^atelier-\d+\.\d+\.\d+-\w+-\w+\.tar\.gz$/)
  assert.ok(bytesOf(release) <= releaseBytesMax + symbolsBytes, `${bytesOf(release)} bytes`)
  const blocks = Number(execFileSync('du', ['-sk', release], { encoding: 'utf8' }).split('\t')[0]) * 1_024
  assert.ok(blocks <= blocksBytesMax + symbolsBytes, `${blocks} bytes on disk`)
})

test('a release contains the portal, the guides, the licenses, the SBOM and the start script, but no development package', {
  skip,
}, () => {
  for (const path of [
    'portal/dist/index.html',
    'docs/guides/quick-start.md',
    'LICENSE',
    'THIRD-PARTY-NOTICES',
    'sbom.cdx.json',
    'bin/atelier-server',
    'node/bin/node',
    'node/LICENSE',
    'deploy/systemd/atelier.service',
    'deploy/nginx/atelier.conf',
  ])
    assert.ok(existsSync(join(release, path)), path)
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [
    ...Object.keys(devDependencies),
    'vite',
    'react',
    '@mantine/core',
    'bun',
    '@sparticuz/chromium',
  ])
    assert.ok(alsoNeeded.has(name) || !existsSync(join(release, 'node_modules', name)), name)
})

// Shipped files must not load files that the release removes from packages, not even lazily.
test('no file of a release imports a removed file', { skip }, () => {
  const missing: string[] = []
  for (const entry of readdirSync(join(release, 'node_modules'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[cm]?js$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const source = readFileSync(file, 'utf8')
    for (const [, asked] of source.matchAll(/(?:require\(|from |import\()\s*['"](\.\.?\/[^'"\n]+)['"]/g)) {
      // Skips type imports in comments.
      if (/\.d\.[cm]?ts$/.test(asked!)) continue
      const target = join(dirname(file), asked!)
      const wasThere = (path: string) => existsSync(path.replace(release, root))
      const ends = ['', '.js', '.cjs', '.mjs', '.json', '/index.js']
      const found = ends.map((end) => target + end).filter(wasThere)
      if (found.length > 0 && !found.some((path) => existsSync(path))) missing.push(`${file}: ${asked}`)
    }
  }
  assert.deepEqual(missing, [])
})

/**
 * This nice value is above that of the decoders, because an unprivileged process cannot raise their priority.
 */
const behind = ['-n', '15']

/** Runs the release with the user, privileges and writable paths of a container in compose.yaml. */
function inImage(dataDirectory: string, ...more: string[]): Machine {
  const contained = [
    ...[
      '--unshare-user',
      '--uid',
      '1000',
      '--gid',
      '1000',
      '--unshare-pid',
      '--as-pid-1',
      '--cap-drop',
      'ALL',
      '--die-with-parent',
    ],
    ...['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc'].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', release, '/app', ...more],
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', dataDirectory, '/data'],
    ...['--remount-ro', '/', '--chdir', '/data', '--', '/app/bin/atelier-server'],
  ]
  return {
    ...here,
    spawn: (_program, [, ...args], options) =>
      here.spawn('nice', [...behind, 'bwrap', ...contained, ...args], options),
  }
}

test('accepts and renders an image and stops on SIGTERM, read-only and unprivileged', {
  skip,
  timeout: 120_000,
}, async () => {
  const { config, acme } = await companyFor()
  const machine = inImage(config.dataDirectory)
  const server = await startProcessOn(machine, config, { DATA_DIR: '/data', NODE_ENV: 'production' })
  const [pid] = childrenOf(server.child.pid!)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  assert.match(status, /^CapEff:\s+0+$/m)
  assert.equal(readFileSync(`/proc/${pid}/mounts`, 'utf8').match(/ \/ \S+ ro,/g)?.length, 1)

  const {
    status: answered,
    body,
    text,
  } = await upload(server, acme, { bytes: await picture(), name: 'a.png' })
  assert.equal(answered, 201, text)
  const headers = { authorization: `Bearer ${acme.token}` }
  const drawn = await until('the renditions are ready', async () => {
    const answer = await fetch(`${server.url}/api/assets/${body.data.id}`, { headers })
    const { data } = (await answer.json()) as { data: { status: string; thumbnail_url: string } }
    return data.status === 'ready' ? data.thumbnail_url : undefined
  })
  assert.equal((await fetch(drawn)).status, 200)
  assert.equal((await fetch(`${server.url}/`)).status, 200)
  for (const path of ['/docs/quick-start', '/docs/contract', '/docs/sdk', '/reference', '/openapi.json'])
    assert.equal((await fetch(`${server.url}${path}`)).status, 200, path)
  process.kill(pid!, 'SIGTERM')
  assert.equal(await server.ended, 0)
})

test('a server without a built portal reports that at start and on the setup page', {
  skip,
}, async () => {
  const config = await freshConfig()
  const machine = inImage(config.dataDirectory, '--tmpfs', '/app/portal/dist')
  const server = await startProcessOn(machine, config, { DATA_DIR: '/data' })
  const said = /The portal is not built[^"]*npm run/
  assert.ok(server.log.some(({ message }) => said.test(`${message}`)))
  const link = server.log.find(({ message }) => message === 'waiting for the first account')!.url
  const answer = await fetch(`${link}`)
  assert.equal(answer.status, 404)
  assert.match(((await answer.json()) as { message: string }).message, said)
  server.child.kill()
  await server.ended
})

/** The path of libatomic on this machine, which Node needs and minimal systems lack. */
const libatomic = globSync('/{usr/,}lib{64,}/{*/,}libatomic.so.1').map((path) => realpathSync(path))
/** Replaces the library with a file that is not a library. */
const withoutLibatomic = [
  ...['--dev-bind', '/', '/'],
  ...[...new Set(libatomic)].flatMap((path) => ['--ro-bind', '/dev/null', path]),
]

test('without libatomic, a release names the package to install', {
  skip: skip || (libatomic.length === 0 && 'Node does not need it here'),
}, () => {
  const args = [...withoutLibatomic, join(release, 'bin/atelier-server'), '--help']
  const { status, stderr } = spawnSync('bwrap', args, { encoding: 'utf8' })
  assert.equal(status, 2)
  assert.match(stderr, /\nInstall libatomic: apt-get install libatomic1/)
})

/** The machine's own Node runs before the pinned Node is installed. */
const machineNode = process.env
  .PATH!.split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .map((directory) => join(directory, 'node'))
  .find(existsSync)

test('without libatomic, each start of a checkout names the package, and after its installation it works', {
  skip:
    skip || (!(machineNode && libatomic.length > 0) && 'there is no other Node, or Node does not need it'),
}, () => {
  const checkout = join(folder, 'checkout')
  for (const path of ['scripts', 'node_modules/.bin', 'node_modules/node/bin'])
    mkdirSync(join(checkout, path), { recursive: true })
  const script = join(checkout, 'scripts/install-if-stale.mjs')
  copyFileSync(join(root, 'scripts/install-if-stale.mjs'), script)
  copyFileSync(process.execPath, join(checkout, 'node_modules/node/bin/node'))
  const link = join(checkout, 'node_modules/.bin/node')
  symlinkSync('../node/bin/node', link)
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(checkout, path), '{"packages":{}}')
  writeFileSync(join(checkout, 'node_modules/.bin/atelier-server'), '')
  for (let time = 0; time < 2; time++) {
    const refused = spawnSync('bwrap', [...withoutLibatomic, machineNode!, script], { encoding: 'utf8' })
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /\nInstall libatomic and try again: apt-get install libatomic1/)
    // The link to the pinned Node must not exist yet, so that npm runs this script again with the machine's
    // own Node.
    assert.ok(!existsSync(link))
  }
  assert.equal(spawnSync(machineNode!, [script]).status, 0)
  assert.equal(realpathSync(link), realpathSync(join(checkout, 'node_modules/node/bin/node')))
})
