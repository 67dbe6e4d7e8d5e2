import { z } from 'zod'
import { hexColor, nameText } from '../http/body.ts'
import type { AccessScope } from '../http/caller.ts'
import type { Resource } from '../http/list-endpoint.ts'
import { nounEndpoint } from '../http/noun-endpoint.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint } from '../http/one-endpoint.ts'
import { type IdKind, parseId, type Uuid } from '../ids.ts'
import { changeTag } from './change.ts'
import type { Tagged } from './counts.ts'
import { createTag, tagEvent } from './create.ts'
import { mergeTags } from './merge.ts'
import { restoreTag, trashTag } from './trash.ts'

const tagsMergedMax = 100

const tagName = nameText.describe('One line; unique in the company, whatever its case and accents.')
const color = hexColor.nullable().describe('`#RRGGBB`, or null.')

/** What is done to tags: the same for those of assets and those of templates. */
export function tagWrites(
  // biome-ignore lint/suspicious/noExplicitAny: a resource's own types are checked where it is defined.
  resource: Resource<any, any, any>,
  noun: Tagged,
  scope: AccessScope,
) {
  const { kind } = resource
  const create = createEndpoint(resource, {
    scope,
    body: z.strictObject({ name: tagName, color: color.optional() }),
    create: ({ trx, companyId, body, now }) =>
      createTag(trx, companyId, noun, { name: body.name, color: body.color ?? null, createdAt: now }),
  })
  const change = changeEndpoint(resource, {
    scope,
    description: `Renames it or gives it another color. Its id stays, the slug follows the name, and ${noun}s are found by the new name.`,
    body: z.strictObject({ name: tagName.optional(), color: color.optional() }),
    change: ({ trx, companyId, id, body, now }) => changeTag(trx, companyId, noun, id, body, now),
  })
  const remove = deleteEndpoint(resource, {
    scope,
    description: `Puts it into the trash, from where a restoration brings it back. Its name is free at once; the ${noun}s that carry it stay.`,
    remove: ({ trx, companyId, id, now }) => trashTag(trx, companyId, noun, id, now),
  })
  const merge = nounEndpoint(resource, {
    noun: 'merges',
    scope,
    summary: `Merge other ${resource.nouns[1]} into this one.`,
    description: `Moves all that they are on to this tag and ends them for good. Where both were, a manual tag wins over an automatic one, and of two automatic ones the surer. Where there are more than 500 of them, the answer is 202 with a \`job\`: the tags stay until all that they were on has this one.`,
    conflict: 'still_changing',
    mayFollow: true,
    body: z.strictObject({ tags: goingTags(kind) }),
    act: ({ body, ...context }) => mergeTags({ ...context, body }, noun, body.tags),
  })
  const restore = nounEndpoint(resource, {
    noun: 'restoration',
    scope,
    summary: `Bring a ${resource.nouns[0]} back from the trash.`,
    description: `It is on all that carried it, again. One that is not in the trash is answered as it is.`,
    trashed: true,
    async act({ trx, companyId, id, now, events }) {
      if (await restoreTag(trx, companyId, noun, id, now)) events.push(tagEvent(noun, 'restored', id))
    },
  })
  return { create, change, remove, merge, restore }
}

/** The list as a whole is refused, so that callers find the fault under `tags` whatever is wrong. */
const goingTags = (kind: IdKind) =>
  z
    .array(z.unknown(), 'must be a list of ids.')
    .min(1, 'must name at least one tag.')
    .max(tagsMergedMax, `must not name more than ${tagsMergedMax} tags.`)
    .transform((publicIds, context): Uuid[] => {
      const ids = publicIds.map((id) => (typeof id === 'string' ? parseId(kind, id) : undefined))
      if (ids.includes(undefined)) context.addIssue('The selected tags is invalid.')
      return [...new Set(ids as Uuid[])]
    })
    .meta({ override: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: tagsMergedMax } })
    .describe('Ids of the tags that go.')
