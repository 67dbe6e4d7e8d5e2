import type { Removed } from '@atelier/svg/tree'
import { z } from 'zod'
import { type IdKind, idPrefixes, publicId, type Uuid } from './ids.ts'

export const Id = (kind: IdKind) =>
  z.string().meta({
    description: `TypeID with the prefix \`${idPrefixes[kind]}\`.`,
    example: `${idPrefixes[kind]}_01h455vb4pex5vsknk084sn02q`,
  })

export const Time = z.iso.datetime({ precision: 3 }).describe('ISO 8601 time in UTC, with milliseconds.')

/**
 * Converts a time. PostgreSQL's JSON drops trailing zeros and has an offset; the wire format has milliseconds
 * and `Z` (contract R-WIRE-6).
 */
export function time(text: string): string {
  // Matches the times that a session in UTC writes: `2026-11-20T15:54:11.2+00:00`. Cutting and padding costs
  // 20 % of the time that parsing takes.
  const written = /^(.{19})(?:\.(\d{1,3}))?\+00:00$/.exec(text)
  return written ? `${written[1]}.${(written[2] ?? '').padEnd(3, '0')}Z` : new Date(text).toISOString()
}
export const timeOrNull = (text: string | null) => (text === null ? null : time(text))

export const Metadata = z.record(z.string(), z.unknown()).describe('Custom data for your integration.')

export const Creator = z.object({ id: Id('person'), name: z.string() }).meta({ id: 'Creator' })

export const creator = (id: Uuid | null, name: string | null) =>
  id === null ? null : { id: publicId('person', id), name: name ?? '' }

/** Restores the order of members in the API, because `jsonb` has its own order. */
export const removedOf = (removed: readonly Removed[]) =>
  removed.map(({ element, count }) => ({ element, count }))

export const removed = z
  .array(
    z
      .object({
        element: z
          .string()
          .describe(
            'Name of the elements. `image` includes linked images, `href` stands for other links, `on*` for event ' +
              'handlers, and `@font-face` and `@import` for rules of style sheets.',
          ),
        count: z.int(),
      })
      .meta({ id: 'RemovedElement' }),
  )
  .describe(
    'Elements that were removed from the SVG during sanitization. Empty if nothing was removed or the file is not an SVG.',
  )
