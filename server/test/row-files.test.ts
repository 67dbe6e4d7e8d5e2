// Engines: embedded
// Reading files of rows in a thread.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type CompanyId, newId } from '../src/ids.ts'
import { rowReader } from '../src/row-files/read-rows.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-rows-'))
after(() => rm(directory, { recursive: true }))
const read = rowReader()

test('a wide table is received in parts between which requests are served, with every cell in place', async () => {
  const [rowsCount, columnsCount] = [2_000, 60]
  const columns = Array.from({ length: columnsCount }, (_, at) => `c${at}`)
  const lines = Array.from({ length: rowsCount }, (_, row) => columns.map((_, at) => `${row}.${at}`).join())
  const text = `${columns.join()}\n${lines.join('\n')}\n`
  const path = join(directory, 'wide.csv')
  await writeFile(path, text)
  /** The event loop turns once between two parts. */
  let parts = 0
  const parse = JSON.parse
  JSON.parse = (...given) => {
    parts++
    return parse(...given)
  }
  const table = await read(newId() as CompanyId, { path, size: text.length }).finally(() => {
    JSON.parse = parse
  })
  assert.ok(parts >= (rowsCount * columnsCount) / 20_000, `${parts}`)
  assert.deepEqual(table.columns, columns)
  assert.deepEqual(
    table.rows.map((row) => row.join()),
    lines,
  )
})
