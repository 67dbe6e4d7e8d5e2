import type { IncomingMessage } from 'node:http'
import { newId } from '../../server/src/ids.ts'
import type { Opened } from './database.ts'
import { findToken } from './introspection.ts'

const insertTag = `
  insert into template_tags (company_id, id, name, name_key, slug, updated_at) values ($1, $2, $3, $3, $3, $4)`

/** Numbers events with a sequence instead of the company's next number. */
const insertEvent = `
  insert into events (company_id, seq, type, resource_type, resource_id, actor, at)
  values ($1, nextval('bench_events'), 'template_tag.created', 'template_tag', $2, '{}', $3)`

const makeSequence = 'create sequence if not exists bench_events start 1000000'
let made: Promise<unknown> | undefined

/** Writes a row and its event in one transaction, which is synced to disk before the response. */
export async function write({ query, transaction }: Opened, request: IncomingMessage, body: string) {
  const token = await findToken(query, request.headers.authorization!.slice('Bearer '.length))
  if (!token) return undefined
  made ??= query('sequence', makeSequence, [])
  await made
  const { name } = JSON.parse(body)
  const id = newId()
  const now = new Date()
  await transaction(async (query) => {
    await query('tag', insertTag, [token.company_id, id, name, now])
    await query('event', insertEvent, [token.company_id, id, now])
  })
  return JSON.stringify({ data: { id, name, slug: name, color: null, created_at: now, updated_at: now } })
}
