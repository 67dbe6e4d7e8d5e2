// Engines: postgres in CI
// Packs and installs the npm package, and runs it on the oldest and the newest available Node.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newCompany } from '../../server/test/support/companies.ts'
import { fillLibrary, librarySize } from '../../server/test/support/library.ts'
import { startService } from '../../server/test/support/service.ts'
import { newDirectory, signedIn } from './support/command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = await newDirectory()

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' })
npm(['run', 'build'], root)
// The dependencies are installed from node_modules, not from a registry.
const dependencies = ['commander', 'csv-parse'].map((name) =>
  dirname(findPackageJSON(name, import.meta.url)!),
)
for (const directory of [root, ...dependencies])
  npm(['pack', '--ignore-scripts', '--pack-destination', folder, directory], folder)
const tarballs = readdirSync(folder).map((name) => `./${name}`)
writeFileSync(join(folder, 'package.json'), '{}')
npm(['install', '--offline', '--no-audit', '--no-fund', '--engine-strict', ...tarballs], folder)
const atelier = join(folder, 'node_modules/.bin/atelier')

const service = await startService()
const acme = await newCompany(service, 'Acme')
await fillLibrary(service, acme)

/** The machine's own Node may be the oldest supported version. */
const onMachine = process.env
  .PATH!.split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .map((directory) => join(directory, 'node'))
  .find(existsSync)

for (const [name, command] of [
  ['Node', process.execPath],
  ["the machine's Node", onMachine],
] as const) {
  test(`the installed command runs with ${name}`, { skip: !command && 'not installed' }, async (context) => {
    context.diagnostic(execFileSync(command!, ['--version'], { encoding: 'utf8' }).trim())
    const run = async (...args: string[]) => {
      const env = { HOME: folder, ...signedIn(service, acme) }
      const { stdout, stderr } = await promisify(execFile)(command!, [atelier, ...args], { cwd: folder, env })
      assert.equal(stderr, '')
      return stdout
    }
    assert.equal(await run('--version'), `${version}\n`)
    assert.match(await run('--help'), /^Usage: atelier/)
    const rows = JSON.parse(await run('templates', 'list', '--all', '--json'))
    assert.equal(rows.length, librarySize['/templates'])
    writeFileSync(join(folder, 'one.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    assert.match(await run('assets', 'upload', 'one.svg', '--folder', `/By ${name}`), /^Uploaded 1 file /)
  })
}

test('the package contains compiled code and declares its Node version', () => {
  const files = readdirSync(join(folder, 'node_modules/@atelier/cli'), { recursive: true, encoding: 'utf8' })
  const outside = files.filter(
    (file) => !/^(dist|dist\/.*(?<!\.ts)|bin(\/.*)?|README\.md|package\.json)$/.test(file),
  )
  assert.deepEqual(outside, [])
  assert.equal(engines.node, '>=20.15')
})
