import { z } from 'zod'
import { lifetimeMs } from './create.ts'
import { fileFormat } from './format.ts'

/** The clock of the installation that wrote the archive may run ahead. */
const clockSkewMs = 5 * 60_000

/** A zip in the archive of a company. No zip lives longer than one that is created now. */
export const archivedZip = z.looseObject({
  format: fileFormat,
  expires_at: z.string().refine((text) => Date.parse(text) <= Date.now() + lifetimeMs + clockSkewMs),
})
