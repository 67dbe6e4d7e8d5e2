import { z } from 'zod'
import { idInBody, optionalText } from '../http/schemas/body-fields.ts'
import { reviewStates } from './states.ts'

export const noteLengthMax = 1_000

export const givenNote = optionalText(noteLengthMax).describe(
  `Reason or instruction, up to ${noteLengthMax.toLocaleString('en')} characters.`,
)

const targets = ['asset_id', 'template_id'] as const

export const newReview = z
  .strictObject({
    asset_id: idInBody('asset').optional().describe('ID of the reviewed asset.'),
    template_id: idInBody('template').optional().describe('ID of the reviewed template.'),
    state: z
      .enum(reviewStates, `must be one of ${reviewStates.join(', ')}.`)
      .describe(
        'New review state. `approved` and `rejected` require the role of an administrator in the portal.',
      ),
    version: z
      .int('must be an integer.')
      .optional()
      .describe('Version that was reviewed. If the resource has a newer version, the response is 422.'),
    note: givenNote.default(null),
  })
  .refine((body) => targets.filter((name) => body[name] !== undefined).length === 1, {
    path: ['asset_id'],
    error: `must be the only one of ${targets.join(', ')}, and one of them is required.`,
    when: () => true,
  })
  .meta({ example: { asset_id: 'ast_01h455vb4pex5vsknk084sn02q', state: 'approved', version: 1 } })

export type NewReview = z.output<typeof newReview>
