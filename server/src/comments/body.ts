import { z } from 'zod'
import { idInBody, listUpTo, text } from '../http/schemas/body-fields.ts'

export const textLengthMax = 5_000
/** Maximum number of people that a comment mentions. */
export const mentionsMax = 10

const commentText = text(textLengthMax)
  .trim()
  .min(1, 'is required.')
  .describe(`Plain text, up to ${textLengthMax.toLocaleString('en')} characters.`)

const mentions = listUpTo(
  mentionsMax,
  `must not contain more than ${mentionsMax} people.`,
  z.array(idInBody('person'), 'must be a list.'),
).describe(
  `IDs of members of the company whom the comment mentions, up to ${mentionsMax}. They get an e-mail.`,
)

const share = z.number('must be a number.').min(0, 'must be 0 to 1.').max(1, 'must be 0 to 1.')
const point = z
  .strictObject({ x: share, y: share }, 'must be an object of x and y.')
  .nullable()
  .describe('Point of the picture that the comment is about, 0 to 1 from the top left.')

export const targets = ['asset_id', 'template_id', 'render_id', 'parent_id'] as const

export const newComment = z
  .strictObject({
    asset_id: idInBody('asset').optional().describe('ID of the asset that the comment is about.'),
    template_id: idInBody('template').optional().describe('ID of the template that the comment is about.'),
    render_id: idInBody('render').optional().describe('ID of the render that the comment is about.'),
    parent_id: idInBody('comment')
      .optional()
      .describe('ID of the first comment of a thread, for a reply. The reply is about the same resource.'),
    text: commentText,
    point: point.default(null),
    mentions: mentions.default([]),
  })
  .refine((body) => targets.filter((name) => body[name] !== undefined).length === 1, {
    path: ['asset_id'],
    error: `must be the only one of ${targets.join(', ')}, and one of them is required.`,
    when: () => true,
  })
  .refine(({ parent_id, point }) => parent_id === undefined || !point, {
    path: ['point'],
    error: 'must not be combined with parent_id.',
    when: () => true,
  })
  .meta({ example: { asset_id: 'ast_01h455vb4pex5vsknk084sn02q', text: 'The horizon is not level.' } })

export const commentChange = z
  .strictObject({
    text: commentText.optional(),
    mentions: mentions
      .optional()
      .describe(
        'IDs of members of the company. Replaces all of them. People who were not mentioned before get an e-mail.',
      ),
  })
  .meta({ example: { text: 'The horizon is not level.' } })

export type NewComment = z.output<typeof newComment>
export type CommentChange = z.output<typeof commentChange>
