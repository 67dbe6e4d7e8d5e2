import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/supply-chain/lockfile.ts'

const options = ['--noEmit', '--ignoreConfig', '--strict', '--skipLibCheck', '--types', '']

/**
 * Compiles a program that can import the repository's packages. Returns the errors, which are empty for a
 * valid program.
 */
export function faultsOf(program: string, ...more: string[]): string {
  const workshop = mkdtempSync(join(root, 'node_modules/.atelier-compiled-'))
  try {
    writeFileSync(join(workshop, 'program.ts'), `${program}\nexport {}\n`)
    const tsc = join(root, 'node_modules/.bin/tsc')
    const args = [...options, ...more, 'program.ts']
    const { status, stdout, stderr } = spawnSync(tsc, args, { cwd: workshop, encoding: 'utf8' })
    return status === 0 ? '' : stdout || stderr || `The compiler exited with ${status}.`
  } finally {
    rmSync(workshop, { recursive: true })
  }
}
