// Engines: embedded
// The product's packages have known names, licenses and checksums, and none of their code runs during
// installation.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { exceptions, refusedAmong } from '../../scripts/supply-chain/licences.ts'
import {
  type Package,
  packagesOf,
  productionPackages,
  readLockfile,
  root,
} from '../../scripts/supply-chain/lockfile.ts'
import { noticesOf } from '../../scripts/supply-chain/notices.ts'
import { sbomOf } from '../../scripts/supply-chain/sbom.ts'

const lockfile = readLockfile()
const shipped = productionPackages(lockfile)
const document = sbomOf(lockfile, new Date('2026-01-01T00:00:00Z'))
const nameOf = ({ name, version }: Package) => `${name}@${version}`

test('the SBOM is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  assert.equal(await validator.validate(JSON.stringify(document)), null)
})

test('the SBOM lists every production package with version, license and checksum', () => {
  assert.ok(shipped.length > 200, 'too few to be right')
  const components = new Map(document.components.map((one) => [`${one.name}@${one.version}`, one]))
  for (const one of shipped) {
    const { licenses, hashes } = components.get(nameOf(one)) ?? assert.fail(`${nameOf(one)} is missing`)
    assert.equal(licenses.length, 1, nameOf(one))
    assert.match(hashes[0]!.content, /^([0-9a-f]{40}|[0-9a-f]{128})$/, nameOf(one))
    const sum = Buffer.from(hashes[0]!.content, 'hex').toString('base64')
    assert.equal(`${hashes[0]!.alg.replace('SHA-', 'sha')}-${sum}`, one.integrity)
  }
  assert.equal(components.size, new Set(shipped.map(nameOf)).size, 'and no others')
})

// npm's own SBOM omits packages that are also needed for development.
test('the SBOM lists packages that both production and development need', () => {
  const direct = ['svg', 'typesetting', 'filling', 'server', 'portal', 'cli'].flatMap((workspace) =>
    Object.keys(JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).dependencies).filter(
      (name) => !name.startsWith('@atelier/'),
    ),
  )
  const names = new Set(document.components.map(({ name }) => name))
  assert.ok(direct.includes('zod') && direct.includes('nodemailer'))
  assert.deepEqual(
    direct.filter((name) => !names.has(name)),
    [],
  )
})

test('the SBOM has the dependency graph, starting at the product', () => {
  const needs = new Map(document.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    for (const next of needs.get(ref) ?? assert.fail(`${ref} is missing`)) visit(next)
  }
  visit(document.metadata.component['bom-ref'])
  const unreached = document.components.filter((one) => !reached.has(one['bom-ref']))
  assert.deepEqual(
    unreached.map(({ purl }) => purl),
    [],
  )
})

test('the same sources produce the same SBOM', () => {
  assert.deepEqual(sbomOf(readLockfile(), new Date('2026-01-01T00:00:00Z')), document)
})

test('every production package has an allowed license', () => {
  assert.deepEqual(
    refusedAmong(shipped).map((one) => `${nameOf(one)}: ${one.license}`),
    [],
  )
})

test('a forbidden, unreadable or missing license is rejected, and an exception applies only to its package names', () => {
  const refuses = (name: string, license: string | undefined) =>
    refusedAmong([{ ...shipped[0]!, name, license }]).length === 1
  assert.ok(refuses('any', 'GPL-3.0-only'))
  assert.ok(refuses('any', 'MIT AND GPL-3.0-only'))
  assert.ok(!refuses('any', 'MIT OR GPL-3.0-only'))
  assert.ok(refuses('any', 'SEE LICENSE IN LICENSE'))
  assert.ok(refuses('any', undefined))
  assert.ok(refuses('any', 'LGPL-3.0-or-later'))
  assert.ok(!refuses('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'))
})

test('there are no unused exceptions', () => {
  for (const { names } of exceptions)
    assert.ok(
      shipped.some(({ name }) => names.test(name)),
      `${names}`,
    )
})

test('the notices have the name and a license text of every installed package', () => {
  const text = noticesOf(shipped)
  for (const name of ['fastify', 'react', 'zod', 'sharp', '@img/sharp-linux-x64'])
    if (shipped.some((one) => one.name === name)) assert.match(text, new RegExp(`^${name} \\d`, 'm'))
  for (const section of text.split(`\n\n${'-'.repeat(80)}\n\n`).slice(1))
    assert.ok(section.length > 300, `There is no license text: ${section}`)
})

test('the portal ships the notices of its bundled packages', () => {
  const text = readFileSync(join(root, 'portal/dist/THIRD-PARTY-NOTICES.md'), 'utf8')
  for (const name of ['react', '@mantine/core', '@tanstack/react-router'])
    assert.match(text, new RegExp(`^## ${name} - \\d[^]*?Permission is hereby granted`, 'm'))
})

test('every install script belongs to a package that package.json allows', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const scripts = packagesOf(lockfile).filter(({ hasInstallScript }) => hasInstallScript)
  assert.deepEqual([...new Set(scripts.map(({ name }) => name))].sort(), Object.keys(allowScripts).sort())
})

const folder = mkdtempSync(join(tmpdir(), 'atelier-supply-chain-'))
after(() => rmSync(folder, { recursive: true }))
const npmVersion = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout.trim()
const [npmMajor = 0, npmMinor = 0] = npmVersion.split('.').map(Number)
/** The first npm version with `strict-allow-scripts`. */
const isStrict = npmMajor > 11 || (npmMajor === 11 && npmMinor >= 16)
if (!isStrict && process.env.CI)
  throw new Error(`npm ${npmVersion} does not have strict-allow-scripts; 11.16 does.`)
if (!isStrict)
  console.error(
    `SKIPPED: npm ${npmVersion} does not have strict-allow-scripts, so rejected install scripts are not tested.`,
  )

test('npm rejects an install script that is not allowed and installs nothing', {
  skip: !isStrict && `npm ${npmVersion} is too old`,
}, () => {
  const project = join(folder, 'project')
  const ran = join(folder, 'ran')
  for (const name of ['newcomer-1.0.0', 'project']) mkdirSync(join(folder, name))
  const newcomer = { name: 'newcomer', version: '1.0.0', scripts: { install: `echo > ${ran}` } }
  writeFileSync(join(folder, 'newcomer-1.0.0/package.json'), JSON.stringify(newcomer))
  run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', `--pack-destination=${folder}`],
    join(folder, 'newcomer-1.0.0'),
  )
  const wants = {
    name: 'project',
    version: '1.0.0',
    dependencies: { newcomer: 'file:../newcomer-1.0.0.tgz' },
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(wants))
  writeFileSync(join(project, '.npmrc'), readFileSync(join(root, '.npmrc')))
  const install = (...flags: string[]) =>
    spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', ...flags], {
      cwd: project,
      encoding: 'utf8',
    })
  const refused = install()
  assert.notEqual(refused.status, 0)
  assert.match(refused.stderr, /newcomer@1\.0\.0/)
  assert.ok(!existsSync(ran))
  const allowed = install('--dangerously-allow-all-scripts')
  assert.equal(allowed.status, 0, allowed.stderr)
  assert.ok(existsSync(ran), 'it would have run')
})

test('the audit fails on a high vulnerability and names it', async () => {
  const { status, text } = await audit(registry({ fastify: [advisory('high')] }))
  assert.equal(status, 1, text)
  assert.match(text, /high: fastify .*A vulnerability/)
})

test('the audit passes with moderate vulnerabilities and names them', async () => {
  const { status, text } = await audit(registry({ fastify: [advisory('moderate')] }))
  assert.equal(status, 0, text)
  assert.match(text, /moderate: fastify .*A vulnerability/)
})

test('the audit passes without known vulnerabilities', async () => {
  const { status, text } = await audit(registry({}))
  assert.equal(status, 0, text)
  assert.match(text, /Known vulnerabilities: none/)
})

test('the audit fails if the registry does not respond', async () => {
  const { status, text } = await audit((_, response) => response.writeHead(405).end())
  assert.equal(status, 2, text)
  assert.match(text, /DID NOT RESPOND/)
})

test('a release is not prepared if the registry does not respond', async () => {
  const { status, text } = await audit((_, response) => response.writeHead(405).end(), prepareRelease)
  assert.equal(status, 2, text)
  assert.doesNotMatch(text, /supply-chain\/sbom/)
})

type Command = [program: string, ...args: string[]]
const auditAlone: Command = [process.execPath, join(root, 'scripts/supply-chain/audit.ts')]
const prepareRelease: Command = ['npm', 'run', 'prepare-release']

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://example.com/advisories/1',
  title: 'A vulnerability',
  severity,
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

/** Serves the endpoints of npm's registry that an audit uses: known vulnerabilities and package versions. */
function registry(advisories: Record<string, unknown[]>): RequestListener {
  return ({ method, url = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    if (method === 'POST') return response.end(JSON.stringify(advisories))
    const name = decodeURIComponent(url.slice(1))
    const versions = packagesOf(lockfile).filter((one) => one.name === name)
    return response.end(
      JSON.stringify({ name, versions: Object.fromEntries(versions.map((one) => [one.version, one])) }),
    )
  }
}

/** Runs `npm run audit`, or another command, with this registry. */
async function audit(answer: RequestListener, [program, ...args]: Command = auditAlone) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      // npm caches advisories.
      npm_config_cache: mkdtempSync(join(folder, 'cache-')),
      npm_config_fetch_retries: '0',
    },
  })
  let text = ''
  for (const out of [child.stdout, child.stderr]) out.setEncoding('utf8').on('data', (part) => (text += part))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  server.closeAllConnections()
  server.close()
  return { status, text }
}

function run(program: string, args: string[], cwd: string) {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}
