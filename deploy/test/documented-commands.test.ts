// Engines: embedded
// Documented commands run installed packages, and never make npm download anything.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/supply-chain/lockfile.ts'

const pages = globSync(
  [
    '*.md',
    'docs/**/*.md',
    '{cli,sdk}/README.md',
    '{server,cli,portal}/src/**/*.{ts,tsx}',
    'deploy/**/*.{yaml,sh,service,conf}',
    'compose.yaml',
    'Dockerfile',
  ],
  { cwd: root, exclude: ['**/node_modules/**'] },
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('no page, help text or hint suggests a command that npm would download', () => {
  assert.ok(pages.length > 300, `${pages.length}`)
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    assert.doesNotMatch(
      text,
      /(?<!\/)\bnpx (?!--no )|\bnpm exec (?!--no )|\bnpm (?:create|init) |\bbunx |\bpnpm dlx /,
      page,
    )
  }
})

test('every documented npm script exists', () => {
  for (const page of pages.filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(join(root, page), 'utf8')
    for (const [, name] of text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)(?! -w)/g))
      assert.ok(name! in scripts || /^(build|dev)$/.test(name!), `${page}: npm run ${name}`)
  }
})

test('documented commands install the packages, and build the portal before a server starts', () => {
  for (const name of ['atelier-server', 'start', 'pack'])
    assert.equal(
      scripts[`pre${name}`],
      'node scripts/install-if-stale.mjs && node scripts/build-portal-if-stale.mjs',
    )
  assert.equal(scripts.preatelier, 'node scripts/install-if-stale.mjs')
})
