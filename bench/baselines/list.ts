import type { IncomingMessage } from 'node:http'
import type { Opened } from './database.ts'
import { findToken } from './introspection.ts'

/** Returns the same fields in a body of the same size. PostgreSQL does as much of the work as possible. */
const page = `
  select r.id, r.name, r.description, r.type, r.status, r.width, r.height, r.unit, r.page_count,
    'http://localhost:3000/files/' || r.thumbnail_key || '?expires=1800000000&signature=AAAAAAAAAAAAAAAAAAAAAA'
      as thumbnail_url,
    'http://localhost:3000/files/' || r.preview_key || '?expires=1800000000&signature=AAAAAAAAAAAAAAAAAAAAAA'
      as preview_url,
    (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name_key), '[]')
      from template_taggings g
      join template_tags t on t.company_id = g.company_id and t.id = g.tag_id
      where g.company_id = r.company_id and g.id = r.id
    ) as tags,
    r.variables, r.external_id, r.metadata, r.version,
    json_build_object('id', p.id, 'name', p.name) as created_by,
    r.created_at, r.updated_at, r.published_at
  from templates r
  left join people p on p.id = r.created_by
  where r.company_id = $1 and r.deleted_at is null and r.id < $2
  order by r.id desc
  limit 21`

const path = 'http://localhost:3000/api/templates'

/** The company of a token, looked up once. */
const companies = new Map<string, string>()

/** `?cursor=<id>` continues after that row. The list takes one query. */
export async function list({ query }: Opened, request: IncomingMessage) {
  const token = request.headers.authorization!.slice('Bearer '.length)
  const companyId = companies.get(token) ?? (await findToken(query, token))?.company_id
  if (companyId === undefined) return undefined
  companies.set(token, companyId)
  const cursor = request.url!.slice(request.url!.indexOf('cursor=') + 'cursor='.length)
  const rows = await query<{ id: string }>('page', page, [companyId, cursor])
  const more = rows.length > 20
  if (more) rows.pop()
  const next = more ? rows.at(-1)!.id : null
  const prev = rows[0]?.id ?? null
  return JSON.stringify({
    data: rows,
    links: {
      first: `${path}?per_page=20`,
      last: null,
      prev: prev && `${path}?per_page=20&cursor=${prev}`,
      next: next && `${path}?per_page=20&cursor=${next}`,
    },
    meta: { path, per_page: 20, next_cursor: next, prev_cursor: prev },
  })
}
