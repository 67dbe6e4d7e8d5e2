import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { parseId } from '../../src/ids.ts'
import type { Caller } from './companies.ts'
import { atEnd, type Service } from './service.ts'
import { until } from './until.ts'

export type Answering = (request: IncomingMessage, response: ServerResponse, count: number) => unknown

/** A server to import from, and the requests that it received. */
export async function source(answer: Answering, address = '127.0.0.1') {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const count = seen.push(request.url!)
    void answer(request, response, count)
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${address}:${port}`, port, seen }
}

export const serving = (bytes: Buffer, headers: Record<string, string> = {}) =>
  source((_, response) => response.writeHead(200, headers).end(bytes))

type Named = { id: string }

/** Imports as a client requests and sees them. */
export function importer(caller: Caller) {
  const post = (url: string, fields: object = {}, headers = {}) =>
    caller.post('/api/assets', { url, ...fields }, headers)

  async function ask(url: string, fields: object = {}): Promise<Named> {
    const { status, body, text } = await post(url, fields)
    assert.equal(status, 202, text)
    return body.data
  }

  const jobOf = async ({ id }: Named) => (await caller.get(`/api/jobs/${id}`)).body.data

  const ended = (job: Named) =>
    until(`${job.id} has ended`, async () => {
      const shown = await jobOf(job)
      return shown.ended_at !== null && shown
    })

  return {
    post,
    ask,
    jobOf,
    ended,
    async imported(url: string, fields: object = {}) {
      const { error, asset_id } = await ended(await ask(url, fields))
      assert.equal(error, null)
      return (await caller.get(`/api/assets/${asset_id}`)).body.data
    },
    async failed(url: string, fields: object = {}): Promise<string> {
      const { status, error, asset_id } = await ended(await ask(url, fields))
      assert.deepEqual([status, asset_id], ['failed', null])
      return error
    },
    total: async () => (await caller.get('/api/assets?with_total=true')).body.meta.total as number,
  }
}

/** Makes waiting retries due immediately. */
export async function hurry(db: Db, name = 'asset.import') {
  await sql`update pgboss.job_common set start_after = now() where name = ${name} and state < 'active'`.execute(
    db,
  )
  await sql`select pg_notify('atelier_jobs', ${name})`.execute(db)
}

/** Runs a job again as the queue does after its lease has expired (jobs.test.ts). */
export async function runAgain(db: Db, { id }: Named) {
  await sql`
    update pgboss.job_common set state = 'retry', retry_count = retry_count + 1, completed_on = null
    where id = ${parseId('job', id)!}`.execute(db)
  await hurry(db)
}

/** Incoming files. Directories there do not belong to imports. */
export async function unfinished({ storage }: Pick<Service, 'storage'>) {
  const entries = await readdir(storage.incomingDirectory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
