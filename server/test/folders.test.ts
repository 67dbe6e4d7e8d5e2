// Engines: postgres
// Runs: without retry
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

const create = async (name: string, parent_id: string | null = null) => {
  const answer = await acme.post('/api/folders', { name, parent_id })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const get = async (id: string) => (await acme.get(`/api/folders/${id}`)).body.data
const change = (id: string, json: object) => acme.patch(`/api/folders/${id}`, json)

describe('a folder name', () => {
  // Holds R-CHANGE-8.
  test('a folder name is unique among siblings, ignoring case, and can be reused elsewhere', async () => {
    const parent = await create('names')
    const taken = { name: ['The name has already been taken.'] }
    await create('Café', parent.id)
    for (const name of ['Café', 'café', 'CAFÉ ', 'cafe\u0301', 'Caf\u00e9\u200d']) {
      const answer = await acme.post('/api/folders', { name, parent_id: parent.id })
      assert.deepEqual([answer.status, answer.body], [422, taken])
    }
    const elsewhere = await create('Café')
    assert.deepEqual((await change(elsewhere.id, { parent_id: parent.id })).body, taken)
    const other = await create('Tea', parent.id)
    assert.deepEqual((await change(other.id, { name: 'café' })).body, taken)
    assert.equal((await change(other.id, { name: 'TEA' })).status, 200)
  })

  test('a folder name is unique under 20 concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => acme.post('/api/folders', { name: 'wanted' })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(answers.filter(({ status }) => status === 422).length, 19)
  })

  // Holds R-CHANGE-8, R-FOLDER-1.
  test('a folder name is one line without slashes', async () => {
    for (const name of ['', ' ', 'a/b', 'a\nb', 'a\0b', 'x'.repeat(201), 7, null, '\ud800'])
      assert.equal((await acme.post('/api/folders', { name })).status, 422, JSON.stringify(name))
  })
})

describe('a folder move', () => {
  // Holds R-FOLDER-1.
  test('a folder move updates paths, depths and counts of the whole subtree', async () => {
    const [a, b] = [await create('a'), await create('b')]
    const inner = await create('inner', a.id)
    const deep = await create('deep', inner.id)
    const moved = await change(inner.id, { parent_id: b.id, name: 'moved' })
    assert.equal(moved.body.data.path, '/b/moved')
    assert.deepEqual([(await get(deep.id)).path, (await get(deep.id)).depth], ['/b/moved/deep', 3])
    assert.deepEqual([(await get(a.id)).folders_count, (await get(b.id)).folders_count], [0, 1])
    await change(inner.id, { parent_id: null })
    assert.deepEqual([(await get(deep.id)).path, (await get(b.id)).folders_count], ['/moved/deep', 0])
  })

  // Holds R-FOLDER-1.
  test('a folder move into the folder itself or its subtree is rejected', async () => {
    const top = await create('top')
    const below = await create('below', (await create('middle', top.id)).id)
    for (const parent_id of [top.id, below.id]) {
      const answer = await change(top.id, { parent_id })
      assert.deepEqual(answer.body, { parent_id: ['A folder cannot be moved into itself.'] })
    }
    assert.equal((await get(below.id)).path, '/top/middle/below')
  })

  test('a folder move does not affect folders whose names start with the same text', async () => {
    const sale = await create('sale')
    const sales = await create('sales')
    const dotted = await create('sale.2026')
    await change(sale.id, { name: 'discount' })
    assert.deepEqual([(await get(sales.id)).path, (await get(dotted.id)).path], ['/sales', '/sale.2026'])
  })

  test('a folder move that would make a path too long is rejected, even for a path in the subtree', async () => {
    let parent: string | null = null
    for (let n = 0; n < 9; n++) parent = (await create('x'.repeat(199), parent)).id
    const long = await create('y'.repeat(150))
    await create('z'.repeat(150), long.id)
    const answer = await change(long.id, { parent_id: parent })
    assert.deepEqual(answer.body, { name: ['The path of a folder must not be longer than 2000 bytes.'] })
  })

  test('a folder move keeps counts, paths and depths correct under concurrent moves', async () => {
    const root = await create('crowd')
    const ids = [root.id]
    for (let n = 0; n < 12; n++) ids.push((await create(`c${n}`, ids[n % 3 === 0 ? 0 : ids.length - 1])).id)
    const random = (n: number) => Math.floor(Math.random() * n)
    const answers = await Promise.all(
      Array.from({ length: 120 }, () =>
        change(ids[1 + random(12)]!, {
          parent_id: ids[random(13)]!,
          ...(random(3) === 0 && { name: `n${random(40)}` }),
        }),
      ),
    )
    for (const { status, text } of answers) assert.ok(status === 200 || status === 422, text)
    assert.ok(answers.some(({ status }) => status === 200))
    const folders = new Map<string, Awaited<ReturnType<typeof get>>>()
    for (const id of ids) folders.set(id, await get(id))
    for (const [id, folder] of folders) {
      const children = [...folders.values()].filter(({ parent_id }) => parent_id === id)
      assert.equal(folder.folders_count, children.length)
      for (const child of children) {
        assert.equal(child.path, `${folder.path}/${child.name}`)
        assert.equal(child.depth, folder.depth + 1)
      }
    }
    assert.equal((await acme.get('/api/folders?search=crowd')).body.data.length, 1)
  })
})
