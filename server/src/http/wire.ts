import { z } from 'zod'
import { type IdKind, idPrefixes, publicId, type Uuid } from '../ids.ts'

/** Pieces of which the wire's schemas are made, each beside the function that writes it. */

export const Id = (kind: IdKind) =>
  z.string().meta({
    description: `TypeID with the prefix \`${idPrefixes[kind]}\`.`,
    example: `${idPrefixes[kind]}_01h455vb4pex5vsknk084sn02q`,
  })

export const Time = z.iso.datetime({ precision: 3 }).describe('UTC, with milliseconds.')

/** PostgreSQL's JSON drops trailing zeros and writes an offset; the wire has milliseconds and `Z` (contract C22). */
export function time(text: string): string {
  // As a session in UTC writes it, and all but one in ten need no more than another end.
  const whole = text.length === '2026-11-20T15:54:11.228+00:00'.length && text.endsWith('+00:00')
  return whole ? `${text.slice(0, -'+00:00'.length)}Z` : new Date(text).toISOString()
}
export const timeOrNull = (text: string | null) => (text === null ? null : time(text))

export const Metadata = z.record(z.string(), z.unknown()).describe('Whatever the integrator keeps with it.')

export const Creator = z.object({ id: Id('person'), name: z.string() }).meta({ id: 'Creator' })

export const creator = (id: Uuid | null, name: string | null) =>
  id === null ? null : { id: publicId('person', id), name: name ?? '' }
