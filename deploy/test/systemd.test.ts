// Engines: embedded
// The systemd unit is valid, runs with few privileges, and sets only known variables.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { variables } from '../../server/src/config.ts'
import { memoryBytesMin } from '../../server/src/operations/memory-limit.ts'

const text = readFileSync(join(root, 'deploy/systemd/atelier.service'), 'utf8')
const valuesOf = (name: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd && process.env.CI) throw new Error('The tests of the unit need systemd-analyze.')
if (!hasSystemd) console.error('SKIPPED: systemd-analyze is not installed, so the unit is not verified.')
const skip = !hasSystemd && 'systemd-analyze is not installed'

const folder = mkdtempSync(join(tmpdir(), 'atelier-unit-'))
after(() => rmSync(folder, { recursive: true }))
const unit = join(folder, 'atelier.service')
// Nothing is installed in /opt here.
writeFileSync(unit, text.replace('/opt/atelier/bin/atelier-server', '/bin/true'))

test('systemd-analyze finds no error in the unit', { skip }, () => {
  const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  // Ignores messages about the machine's own units.
  const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('atelier'))
  assert.deepEqual([said, status], [[], 0])
})

test('systemd-analyze rates the exposure of the service as low', { skip }, () => {
  const args = ['security', '--offline=true', '--threshold=20', unit]
  const { stdout, stderr, status } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
})

test('the unit sets only known variables, has its own user, and allows the memory that the server needs', () => {
  const names = valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0]!))
  assert.deepEqual(
    names.filter((name) => name !== 'NODE_ENV' && !(name in variables.shape)),
    [],
  )
  assert.deepEqual(valuesOf('User'), ['atelier'])
  for (const name of ['MemoryHigh', 'MemoryMax'])
    assert.ok(Number.parseInt(valuesOf(name)[0]!, 10) * 1e9 >= memoryBytesMin, name)
  assert.deepEqual(valuesOf('RestartPreventExitStatus'), ['2'])
})
