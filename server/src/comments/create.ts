import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { type Caller, permit } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { NewComment } from './body.ts'
import { setMentions } from './mentions.ts'

/** Maximum number of comments on a resource, which are deleted with it in one commit. */
export const commentsMax = 500

const nouns = ['asset', 'template', 'render'] as const
type Noun = (typeof nouns)[number]

const readScopes = { asset: 'assets:read', template: 'templates:read', render: 'renders:read' } as const

/** The resource of a comment, with the field of the request that names it. */
type Target = { noun: Noun; id: Uuid; version: number | null; field: string }

/**
 * Creates a comment.
 * @throws {ApiError} `missing_scope` without the right to read the resource; `invalid` for a resource that does not exist
 *   or is in the trash, a reply to a reply, people who are not members, and too many comments.
 */
export async function createComment(
  trx: Trx,
  caller: Caller,
  { text, point, mentions, parent_id, ...body }: NewComment,
  now: Date,
): Promise<Uuid> {
  const { companyId, personId } = caller
  const target = await targetOf(trx, companyId, { ...body, parent_id })
  permit(caller, readScopes[target.noun])
  await assertRoom(trx, companyId, target)
  const id = newId(now)
  await trx
    .insertInto('comments')
    .values({
      company_id: companyId,
      id,
      asset_id: null,
      template_id: null,
      render_id: null,
      [`${target.noun}_id`]: target.id,
      parent_id: parent_id ?? null,
      version: target.version,
      text,
      point_x: point?.x ?? null,
      point_y: point?.y ?? null,
      resolved_at: null,
      resolved_by: null,
      created_by: personId,
      updated_at: now,
    })
    .execute()
  await setMentions(trx, companyId, id, mentions)
  return id
}

type Named = Pick<NewComment, 'asset_id' | 'template_id' | 'render_id' | 'parent_id'>

async function targetOf(trx: Trx, companyId: CompanyId, named: Named): Promise<Target> {
  if (named.parent_id === undefined) {
    const noun = nouns.find((one) => named[`${one}_id`] !== undefined)!
    return liveTarget(trx, companyId, noun, named[`${noun}_id`]!, `${noun}_id`)
  }
  const parent = await trx
    .selectFrom('comments')
    .select(['asset_id', 'template_id', 'render_id', 'parent_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', named.parent_id)
    .executeTakeFirst()
  if (!parent) throw invalid('parent_id', 'The selected parent id is invalid.')
  if (parent.parent_id !== null)
    throw invalid('parent_id', 'The parent id must be the first comment of a thread, not a reply.')
  const noun = nouns.find((one) => parent[`${one}_id`] !== null)!
  return liveTarget(trx, companyId, noun, parent[`${noun}_id`]!, 'parent_id')
}

async function liveTarget(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  id: Uuid,
  field: string,
): Promise<Target> {
  const isRender = noun === 'render'
  const { rows } = await sql<{ version: number | null }>`
    select ${isRender ? sql`null::integer` : sql.ref('version')} as version from ${sql.table(`${noun}s`)}
    where company_id = ${companyId} and id = ${id} and ${isRender ? sql`true` : sql`deleted_at is null`}`.execute(
    trx,
  )
  if (!rows[0]) throw invalid(field, `The selected ${field.replace('_', ' ')} is invalid.`)
  return { noun, id, version: rows[0].version, field }
}

async function assertRoom(trx: Trx, companyId: CompanyId, { noun, id, field }: Target) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comments
    where company_id = ${companyId} and ${sql.ref(`${noun}_id`)} = ${id}`.execute(trx)
  if (rows[0]!.count >= commentsMax)
    throw invalid(field, `The limit of ${commentsMax} comments on a resource is reached. Delete old ones.`)
}
