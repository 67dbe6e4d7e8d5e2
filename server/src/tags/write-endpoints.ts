import { z } from 'zod'
import type { AccessScope } from '../http/caller.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint } from '../http/endpoints/crud-endpoints.ts'
import { operationNoun, type Resource, withArticle } from '../http/endpoints/list-endpoint.ts'
import { hexColor, nameText } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { type IdKind, parseId, type Uuid } from '../ids.ts'
import { changeTag } from './change.ts'
import type { Tagged } from './counts.ts'
import { createTag, tagEvent } from './create.ts'
import { mergeTags } from './merge.ts'
import { restoreTag, trashTag } from './trash.ts'

const tagsMergedMax = 100

const tagName = nameText.describe('Name on a single line. Unique within the company, ignoring case.')
const color = hexColor.nullable().describe('Color of the tag as `#RRGGBB`, or null.')

export function tagWrites(
  // biome-ignore lint/suspicious/noExplicitAny: a resource's types are checked where it is defined.
  resource: Resource<any, any, any>,
  noun: Tagged,
  scope: AccessScope,
) {
  const { kind } = resource
  const create = createEndpoint(resource, {
    scope,
    description:
      'Creates a tag and returns it. If the company already has a tag with this name, the request returns 422.',
    body: z.strictObject({ name: tagName, color: color.optional() }),
    create: ({ trx, companyId, body, now }) =>
      createTag(trx, companyId, noun, { name: body.name, color: body.color ?? null, createdAt: now }),
  })
  const change = changeEndpoint(resource, {
    scope,
    description:
      'Changes the name or color and returns the tag. The ID stays the same. A new name also changes the slug, and ' +
      `search finds the ${noun}s by the new name.`,
    body: z.strictObject({ name: tagName.optional(), color: color.optional() }),
    change: ({ trx, companyId, id, body, now }) => changeTag(trx, companyId, noun, id, body, now),
  })
  const remove = deleteEndpoint(resource, {
    scope,
    description:
      `Moves the tag to the trash and removes the tag from its ${noun}s until it is restored. The ${noun}s ` +
      'themselves are kept. The name can be reused immediately.',
    remove: ({ trx, companyId, id, now }) => trashTag(trx, companyId, noun, id, now),
  })
  const merge = actionEndpoint(resource, {
    operationId: `merge${operationNoun(resource.nouns[1])}`,
    action: 'merges',
    scope,
    summary: `Merge ${resource.nouns[1]}`,
    description:
      'Moves all taggings of the listed tags to this tag, permanently deletes the listed tags, and returns this ' +
      `tag. If ${withArticle(noun)} has several of the tags, a manual tagging takes precedence over a tagging from ` +
      `the file. A merge of more than 500 taggings${noun === 'asset' ? ' and suggestions' : ''} returns 202 with a ` +
      '`job`; the listed tags are deleted when the job is done.',
    conflict: 'still_changing',
    mayFollow: true,
    body: z.strictObject({ tags: goingTags(kind) }),
    act: ({ body, ...context }) => mergeTags({ ...context, body }, noun, body.tags),
  })
  const restore = actionEndpoint(resource, {
    operationId: `restore${operationNoun(resource.nouns[0])}`,
    action: 'restoration',
    scope,
    summary: `Restore ${withArticle(resource.nouns[0])}`,
    description:
      'Restores the tag from the trash and returns it. Its taggings are restored. Restoring a tag that is not in ' +
      'the trash is a no-op. If another tag now has this name, a number is added, such as `Sale 2`, unless the ' +
      'request contains a new `name`.',
    trashed: true,
    body: z.strictObject({ name: tagName.optional() }),
    async act({ trx, companyId, id, now, events, body }) {
      if (await restoreTag(trx, companyId, noun, id, now, body.name))
        events.push(tagEvent(noun, 'restored', id))
    },
  })
  return { create, change, remove, merge, restore }
}

/** Errors concern the list as a whole, so callers always find them under `tags`. */
const goingTags = (kind: IdKind) =>
  z
    .array(z.unknown(), 'must be a list of ids.')
    .min(1, 'must contain at least one tag.')
    .max(tagsMergedMax, `must not contain more than ${tagsMergedMax} tags.`)
    .transform((publicIds, context): Uuid[] => {
      const ids = publicIds.map((id) => (typeof id === 'string' ? parseId(kind, id) : undefined))
      if (ids.includes(undefined)) context.addIssue('The selected tags is invalid.')
      return [...new Set(ids as Uuid[])]
    })
    .meta(documentedAs({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: tagsMergedMax }))
    .describe('IDs of the tags to merge into this tag.')
