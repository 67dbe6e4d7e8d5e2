import { z } from 'zod'
import { archivedPreset } from '../presets/archived-preset.ts'
import { lifetimeMs } from './create.ts'
import { fileFormat } from './format.ts'

/** Maximum difference by which the clock of the exporting installation can be ahead. */
const clockSkewMs = 5 * 60_000

const storedPreset = archivedPreset.and(z.looseObject({ id: z.uuid() }))

/** The schema of a zip in a company's archive. An imported zip cannot expire later than a new one. */
export const archivedZip = z.looseObject({
  format: z.union([fileFormat, z.strictObject({ preset: storedPreset })]),
  expires_at: z.string().refine((text) => Date.parse(text) <= Date.now() + lifetimeMs + clockSkewMs),
})
