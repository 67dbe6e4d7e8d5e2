import { sql } from 'kysely'
import { z } from 'zod'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { errorTable } from '../errors.ts'
import type { NewEvent } from '../events/append.ts'
import { type Changing, inChange } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { idInBody, listUpTo } from '../http/schemas/body-fields.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import {
  assertSettled,
  type Following,
  finish,
  isLarge,
  rowsAtOnceMax,
  type StepResult,
} from '../jobs/large-change.ts'
import { givenValues } from '../property-values/body.ts'
import { changedValues } from '../property-values/given-values.ts'
import { overfullWith, tooManyBytes } from '../property-values/size-limit.ts'
import type { CheckedValues } from '../property-values/types.ts'
import { writeValues } from '../property-values/write.ts'
import { givenNote } from '../reviews/body.ts'
import { setReview } from '../reviews/change.ts'
import { givenReview } from '../reviews/states.ts'
import { attachTags, detachTags, overTagged } from '../tags/attach.ts'
import { type GivenTag, givenTags, resolveTags } from '../tags/given-tags.ts'
import { overSuggested, type Suggestion, suggestionsMax, suggestTags } from '../tags/suggestions.ts'
import { tagsMax } from '../tags/tag-list.ts'
import { moveAssets, movedFrom } from './move.ts'
import { assertFolder } from './references.ts'
import { restoreAssets, trashAssets } from './trash.ts'
import { Usage, usagesOf } from './usages.ts'
import { refreshAssetWords } from './words.ts'

const idsMax = 500
const idLengthMax = 100
/** Number of taggings that cost as much as one asset row: a tagging is in 2 indexes, and an asset row in 17. */
const taggingsPerRow = 10
const taggingsAtOnceMax = rowsAtOnceMax * taggingsPerRow
/** Cost of changing an asset, in rows: about the number of its search terms. */
const rowsPerAsset = 5
/** Number of property values that cost as much as one asset row. */
const valuesPerRow = 4
const rowsFor = ({ rows }: CheckedValues) => Math.max(rowsPerAsset, Math.ceil(rows.length / valuesPerRow))
const actions = ['move', 'tag', 'untag', 'set_properties', 'set_review', 'trash', 'restore'] as const
type Action = (typeof actions)[number]

const Batch = z
  .strictObject({
    action: z.enum(actions),
    ids: listUpTo(
      idsMax,
      `must not contain more than ${idsMax} ids.`,
      z
        .array(z.string('must contain ids of assets.').max(idLengthMax), 'must be a list.')
        .min(1, 'must contain an id.'),
    ).describe(`IDs of the assets, up to ${idsMax}.`),
    folder_id: idInBody('folder')
      .nullable()
      .optional()
      .describe('ID of the target folder for `move`. Null for the root.'),
    tags: givenTags
      .optional()
      .describe(
        'IDs or slugs of asset tags, or objects with `id` or `name`, for `tag` and `untag`. With `source: "auto"`, ' +
          '`tag` suggests a tag. `untag` removes tags and suggestions, and ignores unknown names.',
      ),
    properties: givenValues
      .optional()
      .describe(
        'Values of custom properties for `set_properties`, by key. Omitted properties keep their values, and null ' +
          'removes a value.',
      ),
    review: givenReview.optional(),
    note: givenNote
      .optional()
      .describe('Reason for `set_review`, added to the review of each asset whose state changes.'),
  })
  .refine(({ action, folder_id }) => (action === 'move') === (folder_id !== undefined), {
    path: ['folder_id'],
    error: 'is required for the action move, and not allowed for others.',
    when: () => true,
  })
  .refine(
    // The tags are checked together with the other fields, so that `tags` can still be null instead of a list.
    ({ action, tags }) => ['tag', 'untag'].includes(action) === Boolean(tags?.length),
    {
      path: ['tags'],
      error: 'is required for the actions tag and untag, and not allowed for others.',
      when: () => true,
    },
  )
  .refine(({ action, review }) => (action === 'set_review') === (review !== undefined), {
    path: ['review'],
    error: 'is required for the action set_review, and not allowed for others.',
    when: () => true,
  })
  .refine(({ action, note }) => action === 'set_review' || note === undefined, {
    path: ['note'],
    error: 'is allowed only for the action set_review.',
    when: () => true,
  })
  .refine(({ action, properties }) => (action === 'set_properties') === (properties !== undefined), {
    path: ['properties'],
    error: 'is required for the action set_properties, and not allowed for others.',
    when: () => true,
  })

const Outcome = z
  .object({
    id: z.string(),
    status: z
      .union([z.literal(200), z.literal(404), z.literal(409), z.literal(422)])
      .describe('Status code of the action for this asset.'),
    error: z
      .object({ message: z.string(), usages: z.array(Usage).optional() })
      .optional()
      .describe('Reason for the failure. Present only if the action failed.'),
  })
  .meta({ id: 'BatchOutcome' })

export const createAssetBatch = endpoint({
  operationId: 'updateAssets',
  method: 'POST',
  path: '/asset-batches',
  scope: 'assets:write',
  group: 'Assets',
  summary: 'Move, tag, untag, review, delete or restore many assets, or set their properties',
  description:
    `Changes up to ${idsMax} assets in one transaction and returns a result for each asset, in the order of \`ids\`. A ` +
    'failure of one asset does not affect other assets. If the number of assets multiplied by the number of tags ' +
    `exceeds ${taggingsAtOnceMax.toLocaleString('en')}, \`tag\` and \`untag\` return 202 with a \`job\` that ` +
    'changes one asset after the other. While these tags are being merged, the response is 409. `set_properties` ' +
    `also returns 202 with a \`job\` for more than ${rowsAtOnceMax / rowsPerAsset} assets, ` +
    `or for more than about ${(rowsAtOnceMax * valuesPerRow).toLocaleString('en')} values in total.`,
  mayFollow: true,
  conflict: 'still_changing',
  body: Batch,
  reply: z.object({ data: z.array(Outcome) }),
  async handle(input, services) {
    const { body } = input
    const asked = new Map([...new Set(body.ids)].map((id) => [id, parseId('asset', id)]))
    const { job, ...outcomes } = await inChange<typeof body, Outcomes>(input, services, async (context) => {
      const { trx, companyId, events } = context
      const ids = [...asked.values()].filter((id) => id !== undefined)
      const known = await knownOf(trx, companyId, ids, body.action === 'restore')
      const refused = body.action === 'trash' ? await usagesOf(trx, companyId, known) : new Map()
      const isTagging = body.action === 'tag'
      const given = isTagging ? body.tags! : await existing(trx, companyId, body.tags ?? [])
      const { manual, embedded, suggested } = await resolveTags(trx, companyId, given, events)
      const tagIds = [...manual, ...embedded, ...(isTagging ? [] : suggested.map(({ id }) => id))]
      const values = body.properties && (await changedValues(trx, companyId, 'asset', body.properties))
      const full = values
        ? await overfullOf(trx, companyId, known, values)
        : isTagging
          ? await fullOf(trx, companyId, known, tagIds, suggested)
          : new Map<Uuid, string>()
      const wanted = known.filter((id) => !refused.has(id) && !full.has(id))
      if (body.review) events.push(...(await setReview(context, 'asset', wanted, body.review, body.note)))
      else if (values) await startSetting(context, wanted, values)
      else if (given.length > 0) await startTagging(context, wanted, tagIds, isTagging ? suggested : [])
      else events.push(...(await act(trx, companyId, body, wanted)))
      return { known: new Set(known), refused, full }
    })
    return { data: [...asked].map(([id, uuid]) => outcomeOf(id, uuid, outcomes)), ...(job && { job }) }
  },
})

type Outcomes = {
  known: Set<Uuid>
  refused: Map<Uuid, z.input<typeof Usage>[]>
  /** The reason for each asset that cannot get the tags or values. */
  full: Map<Uuid, string>
} & Following

function outcomeOf(id: string, uuid: Uuid | undefined, { known, refused, full }: Outcomes) {
  if (uuid === undefined || !known.has(uuid))
    return { id, status: 404 as const, error: { message: errorTable.not_found.message } }
  const usages = refused.get(uuid)
  if (usages) return { id, status: 409 as const, error: { message: errorTable.in_use.message, usages } }
  const message = full.get(uuid)
  if (message) return { id, status: 422 as const, error: { message } }
  return { id: publicId('asset', uuid), status: 200 as const }
}

/**
 * Filters IDs to those of existing assets. A restore also includes trashed assets, and restoring a live asset is a
 * no-op.
 */
async function knownOf(trx: Trx, companyId: CompanyId, ids: Uuid[], withTrashed: boolean): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from assets
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and (${withTrashed} or deleted_at is null)`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** Omits names that no tag has, because `untag` creates no tags. */
async function existing(trx: Trx, companyId: CompanyId, given: readonly GivenTag[]): Promise<GivenTag[]> {
  const isName = ({ id, name }: GivenTag) => id === undefined && name !== undefined
  const keys = given.filter(isName).map(({ name }) => nameKey(name!))
  if (keys.length === 0) return [...given]
  const { rows } = await sql<{ name_key: string }>`
    select name_key from asset_tags
    where company_id = ${companyId} and deleted_at is null and name_key = any(${keys}::text[])`.execute(trx)
  const known = new Set(rows.map(({ name_key }) => name_key))
  return given.filter((one) => !isName(one) || known.has(nameKey(one.name!)))
}

const tooManyTags = `An asset must not have more than ${tagsMax} tags. Remove some first.`
const tooManySuggestions = `An asset must not have more than ${suggestionsMax} suggestions. Reject some first.`

/** The reason for each asset whose values would exceed the size limit. */
async function overfullOf(trx: Trx, companyId: CompanyId, ids: Uuid[], values: CheckedValues) {
  const overfull = await overfullWith(trx, companyId, 'asset', ids, values)
  return new Map(overfull.map((id) => [id, tooManyBytes] as const))
}

/** The reason for each asset that would have too many tags or suggestions. */
async function fullOf(
  trx: Trx,
  companyId: CompanyId,
  ids: Uuid[],
  tagIds: Uuid[],
  suggested: readonly Suggestion[],
): Promise<Map<Uuid, string>> {
  const suggestedIds = suggested.map(({ id }) => id)
  const overSuggestions = await overSuggested(trx, companyId, ids, suggestedIds)
  const overTags = await overTagged(trx, companyId, 'asset', ids, tagIds)
  return new Map([
    ...overSuggestions.map((id) => [id, tooManySuggestions] as const),
    ...overTags.map((id) => [id, tooManyTags] as const),
  ])
}

type Work = { action: Action; folder_id?: Uuid | null | undefined }

/** Applies the action to existing assets and returns those that changed. */
async function act(
  trx: Trx,
  companyId: CompanyId,
  { action, folder_id }: Work,
  ids: Uuid[],
): Promise<NewEvent[]> {
  const now = new Date()
  switch (action) {
    case 'move':
      if (folder_id) await assertFolder(trx, companyId, folder_id)
      return (await moveAssets(trx, companyId, ids, folder_id ?? null, now)).map(({ id, from }) => ({
        type: 'asset.updated',
        resourceType: 'asset',
        resourceId: id,
        data: { fields: ['folder_id'], ...movedFrom(from) },
      }))
    case 'trash':
      return events('deleted', await trashAssets(trx, companyId, ids, now))
    case 'restore':
      return events('restored', await restoreAssets(trx, companyId, ids, now))
    default:
      return []
  }
}

/**
 * While a job tags assets, its tags cannot be merged. While tags are being merged, no such job starts, because the job
 * would skip the deleted tags.
 */
async function startTagging(
  context: Changing<z.output<typeof Batch>>,
  ids: Uuid[],
  tagIds: Uuid[],
  suggested: Suggestion[],
) {
  const { trx, companyId } = context
  const resourceIds = [...tagIds, ...suggested.map(({ id }) => id)]
  const rows = Math.ceil((ids.length * (tagIds.length + suggested.length)) / taggingsPerRow)
  if (isLarge(rows)) await assertSettled(trx, companyId, { resourceIds, types: ['asset_tag.merge'] })
  await finish(context, {
    type: 'asset.batch',
    step: tagSome,
    state: { isTagging: context.body.action === 'tag', ids, tagIds, suggested },
    rows,
    resourceIds,
  })
}

/** Starts a job that sets values. Until it ends, their properties cannot be changed or deleted. */
async function startSetting(context: Changing<z.output<typeof Batch>>, ids: Uuid[], values: CheckedValues) {
  await finish<Setting | Tagging>(context, {
    type: 'asset.batch',
    step: changeSome,
    state: { ids, values },
    rows: ids.length * rowsFor(values),
    resourceIds: values.propertyIds,
  })
}

type Setting = { ids: Uuid[]; values: CheckedValues }

export const changeSome = (
  trx: Trx,
  companyId: CompanyId,
  state: Setting | Tagging,
  rowsMax: number,
): Promise<StepResult<Setting | Tagging>> =>
  'values' in state ? setSome(trx, companyId, state, rowsMax) : tagSome(trx, companyId, state, rowsMax)

/**
 * Sets the values of the next assets. Skips assets that have been deleted or whose values would exceed the size limit.
 */
async function setSome(
  trx: Trx,
  companyId: CompanyId,
  { ids, values }: Setting,
  rowsMax: number,
): Promise<StepResult<Setting>> {
  const count = Math.max(1, Math.floor(rowsMax / rowsFor(values)))
  const rest = ids.slice(count)
  const known = await knownOf(trx, companyId, ids.slice(0, count), false)
  const overfull = await overfullWith(trx, companyId, 'asset', known, values)
  const there = known.filter((id) => !overfull.includes(id))
  await writeValues(trx, companyId, 'asset', there, values)
  await refreshAssetWords(trx, companyId, there)
  await touch(trx, companyId, there, new Date())
  return {
    rows: count * rowsFor(values),
    events: events('updated', there, ['properties']),
    next: rest.length > 0 ? { ids: rest, values } : undefined,
  }
}

/** Data of a tagging job. Jobs of earlier versions have no `suggested`. */
type Tagging = { isTagging: boolean; ids: Uuid[]; tagIds: Uuid[]; suggested?: Suggestion[] }

/**
 * Adds tags to the next assets, or removes tags from them. Skips assets that have been deleted or would have too many
 * tags or suggestions.
 */
async function tagSome(
  trx: Trx,
  companyId: CompanyId,
  { isTagging, ids, tagIds, suggested = [] }: Tagging,
  rowsMax: number,
): Promise<StepResult<Tagging>> {
  const count = Math.max(
    1,
    Math.floor((rowsMax * taggingsPerRow) / Math.max(1, tagIds.length + suggested.length)),
  )
  const some = ids.slice(0, count)
  const rest = ids.slice(count)
  const tags = await liveTags(trx, companyId, tagIds)
  const live = await liveTags(
    trx,
    companyId,
    suggested.map(({ id }) => id),
  )
  const suggestable = suggested.filter(({ id }) => live.includes(id))
  const full = isTagging ? await fullOf(trx, companyId, some, tags, suggestable) : new Map<Uuid, string>()
  const there = (await knownOf(trx, companyId, some, false)).filter((id) => !full.has(id))
  if (isTagging) await attachTags(trx, companyId, 'asset', there, tags)
  else await detachTags(trx, companyId, 'asset', there, tagIds)
  await suggestTags(trx, companyId, there, suggestable)
  await touch(trx, companyId, there, new Date())
  return {
    rows: Math.ceil((some.length * (tagIds.length + suggested.length)) / taggingsPerRow),
    events: events('updated', there, ['tags']),
    next: rest.length > 0 ? { isTagging, ids: rest, tagIds, suggested } : undefined,
  }
}

async function liveTags(trx: Trx, companyId: CompanyId, ids: readonly Uuid[]): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from asset_tags
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(trx)
  return rows.map(({ id }) => id)
}

const events = (verb: string, ids: readonly Uuid[], fields?: string[]): NewEvent[] =>
  ids.map((resourceId) => ({
    type: `asset.${verb}`,
    resourceType: 'asset',
    resourceId,
    ...(fields && { data: { fields } }),
  }))

const touch = (trx: Trx, companyId: CompanyId, ids: readonly Uuid[], now: Date) =>
  sql`
    update assets set updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(trx)
