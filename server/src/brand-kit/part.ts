import { z } from 'zod'
import { calledAs } from '../assets/file-names.ts'
import { idInBody } from '../http/schemas/body-fields.ts'
import { anyOf, idOf } from '../http/schemas/query-parameters.ts'
import { type IdKind, publicId } from '../ids.ts'
import { withName } from '../storage/variants.ts'
import { Id, Time, time } from '../wire.ts'

/** The shared parts of the API of logos, colors and fonts. */

export const readScope = 'brandkit:read' as const
export const writeScope = 'brandkit:write' as const
export const group = 'Brand kit'

/** Sort fields of parts. The default is the order in which the kit shows them. */
export const partSorts: [string, ...string[]] = ['position', 'created_at', 'updated_at', 'name']
export const ofKitFilter = {
  brand_kit_id: anyOf(idOf('brandKit')).optional().describe('ID of the brand kit that contains the results.'),
}

export const ofKit = { brand_kit_id: Id('brandKit') }
export const placed = {
  position: z.int().describe('Position in the brand kit, from 0.'),
  created_at: Time,
  updated_at: Time,
}

export const placeInBody = {
  brand_kit_id: idInBody('brandKit')
    .optional()
    .describe('ID of the brand kit. Default: the default brand kit.'),
}

export const positionInBody = {
  position: z
    .int('must be an integer.')
    .min(0, 'must not be less than 0.')
    .optional()
    .describe(
      'Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position.',
    ),
}

export const partHead = (kind: IdKind, row: { id: string; brand_kit_id: string }) => ({
  id: publicId(kind, row.id),
  brand_kit_id: publicId('brandKit', row.brand_kit_id),
})

type NamedFile = { asset_name: string | null; filename: string | null; extension: string | null }

/** The file of a part, named after its asset's file. */
export const namedFile = ({ asset_name, filename, extension }: NamedFile, fileKey: string): string =>
  withName(fileKey, calledAs({ name: asset_name ?? '', filename, extension: extension ?? '' }))

export const partTail = (row: { position: number; created_at: string; updated_at: string }) => ({
  position: row.position,
  created_at: time(row.created_at),
  updated_at: time(row.updated_at),
})
