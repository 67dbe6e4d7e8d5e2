// Engines: embedded
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { variables } from '../src/config.ts'

type Row = { name: string; default: string; what: string }

test('docs/configuration.md lists exactly the variables of the code, with their descriptions', async () => {
  const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (.+?) \| (.+) \|$/gm)].map(
    ([, name, value, what]): Row => ({ name: name!, default: value!, what: what! }),
  )
  assert.deepEqual(rows, rowsOfCode(), `The table should be:\n\n${markdown(rowsOfCode())}`)
})

function rowsOfCode(): Row[] {
  const defaults: Record<string, unknown> = variables.parse({})
  return Object.entries(variables.shape).map(([name, schema]) => ({
    name,
    default: shown(defaults[name]),
    what: schema.description ?? assert.fail(`${name} is not described`),
  }))
}

const shown = (value: unknown) => (value === undefined || String(value) === '' ? 'unset' : `\`${value}\``)

const markdown = (rows: Row[]) =>
  rows.map((row) => `| \`${row.name}\` | ${row.default} | ${row.what} |`).join('\n')
