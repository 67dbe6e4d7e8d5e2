// Engines: postgres in CI
// Runs the README's samples in order, in one shell.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { newCompany } from '../../server/test/support/companies.ts'
import { fillLibrary } from '../../server/test/support/library.ts'
import { card, newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { newDirectory, runner, signedIn } from './support/command.ts'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const service = await startService()
const acme = await newCompany(service, 'Acme')
await fillLibrary(service, acme)
await newTemplate(service, acme, card(), { name: 'Launch card' })

test("the README's samples run", async () => {
  const folder = await newDirectory()
  await mkdir(join(folder, 'photos'))
  await writeFile(join(folder, 'photos/blue.png'), await picture())
  await mkdir(join(folder, 'bin'))
  await symlink(main, join(folder, 'bin/atelier'))
  const samples = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code!)
  const env = {
    ...signedIn(service, acme),
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
  }
  const program = `set -e\n${samples.join('')}`
  const { stdout } = await promisify(execFile)('bash', ['-c', program], { cwd: folder, env, timeout: 60_000 })
  assert.match(stdout, /^prefix +right\nchecksum +right\nlive +yes\n/)
  assert.match(stdout, /Rendered card\.png /)
  assert.equal((await sharp(join(folder, 'card.webp')).metadata()).width, 1080)
  assert.match(stdout, /Rendered 2 files\./)
  assert.deepEqual((await readdir(join(folder, 'cards'))).sort(), ['A-1.png', 'A-2.png'])
  assert.match(stdout, /Uploaded 1 file /)
  assert.match(stdout, /"type":"asset.created"/)
  assert.deepEqual(await readdir(join(folder, 'copies')), ['blue.png'])
  assert.match(await readFile(join(folder, 'tokens.css'), 'utf8'), /--/)
})

test('the README names every command', async () => {
  const { out } = await runner({})('completion', 'fish')
  const commands = [...out.matchAll(/case ' ([a-z -]+)'\n +set path/g)].map(([, path]) => path!.split(' '))
  for (const names of commands) for (const name of names) assert.ok(readme.includes(name), name)
})
