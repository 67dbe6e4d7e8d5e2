import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { flag, idOf } from '../http/schemas/query-parameters.ts'
import { type IdKind, publicId, type Uuid } from '../ids.ts'
import { Creator, creator, Id, Time, time, timeOrNull } from '../wire.ts'
import { type CommentRow, comments } from './queries.ts'

export const Comment = z
  .object({
    id: Id('comment'),
    asset_id: Id('asset').nullable().describe('ID of the asset that the comment is about.'),
    template_id: Id('template').nullable().describe('ID of the template that the comment is about.'),
    render_id: Id('render').nullable().describe('ID of the render that the comment is about.'),
    parent_id: Id('comment')
      .nullable()
      .describe('ID of the first comment of the thread. Null for the first comment itself.'),
    version: z
      .int()
      .nullable()
      .describe('Version of the asset or template when the comment was written. Null for a render.'),
    text: z.string().describe('Plain text.'),
    point: z
      .object({ x: z.number(), y: z.number() })
      .nullable()
      .describe('Point of the picture that the comment is about, 0 to 1 from the top left.'),
    mentions: z.array(Creator).describe('People whom the comment mentions.'),
    resolved_at: Time.nullable().describe(
      'Time when the thread was resolved. Null for an open thread and for a reply.',
    ),
    resolved_by: Creator.nullable(),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time.describe('Time of the last change, such as an edit or the resolution of the thread.'),
  })
  .meta({ id: 'Comment', description: 'Comment on an asset, a template or a render.' })

export const commentsResource = resource({
  kind: 'comment',
  cacheable: true,
  path: '/comments',
  scope: 'assets:read',
  group: 'Comments',
  nouns: ['comment', 'comments'],
  item: Comment,
  sorts: ['created_at', 'updated_at'],
  filters: {
    asset_id: idOf('asset').optional().describe('ID of the asset that the comments are about.'),
    template_id: idOf('template').optional().describe('ID of the template that the comments are about.'),
    render_id: idOf('render').optional().describe('ID of the render that the comments are about.'),
    parent_id: idOf('comment').optional().describe('ID of the first comment of a thread, for its replies.'),
    resolved: flag
      .optional()
      .describe(
        '`true` for resolved threads, `false` for open threads. Returns the first comment of each thread.',
      ),
    mentions: idOf('person').optional().describe('ID of a person whom the comments mention.'),
  },
  find: comments,
  ask: ({ asset_id, template_id, render_id, parent_id, resolved, mentions }) => ({
    asset_id,
    template_id,
    render_id,
    parent_id,
    resolved,
    mentions,
  }),
  present: presentComment,
})

const idOrNull = (kind: IdKind, id: Uuid | null) => id && publicId(kind, id)

function presentComment(row: JsonRow<CommentRow>): z.input<typeof Comment> {
  return {
    id: publicId('comment', row.id),
    asset_id: idOrNull('asset', row.asset_id),
    template_id: idOrNull('template', row.template_id),
    render_id: idOrNull('render', row.render_id),
    parent_id: idOrNull('comment', row.parent_id),
    version: row.version,
    text: row.text,
    point: row.point_x === null ? null : { x: row.point_x, y: row.point_y! },
    mentions: row.mentions.map(({ id, name }) => ({ id: publicId('person', id), name })),
    resolved_at: timeOrNull(row.resolved_at),
    resolved_by: creator(row.resolved_by, row.resolved_by_name),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
