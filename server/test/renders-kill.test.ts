// Engines: embedded, postgres
// Each accepted render is completed exactly once, even if the server is killed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killable } from './support/killable.ts'
import { ended } from './support/renders.ts'
import { startProcess } from './support/server-process.ts'

const renders = 12

// Holds R-RENDER-9.
test('a server that is killed while it renders completes every accepted render once, after its next start', {
  timeout: 200_000,
}, async () => {
  const { config, template, as } = await killable({ prefer: 'wait=0' })
  const first = await startProcess(config)
  const ids: string[] = []
  for (let index = 0; index < renders; index++) {
    const body = { variables: { headline: `Row ${index}` }, width: 960 }
    const { status, body: answer } = await as(first.url)(
      'POST',
      `/api/templates/${template.id}/renders`,
      body,
    )
    assert.equal(status, 202)
    ids.push(answer.data.id)
  }
  first.child.kill('SIGKILL')
  await first.ended

  const second = await startProcess(config)
  const get = (path: string) => as(second.url)('GET', path)
  for (const id of ids) assert.equal((await ended({ get } as never, id)).status, 'done')
  const { body } = await get('/api/changes?since=0&types=render.completed,render.failed')
  const told = body.data.map(({ resource_id }: { resource_id: string }) => resource_id)
  assert.deepEqual(told.sort(), ids.toSorted())
})
