import { z } from 'zod'
import { actorTypes } from './present.ts'

/** An event in the archive of a company. Lists of changes read its actor without further checks. */
export const archivedEvent = z.looseObject({
  actor: z.strictObject({ type: z.enum(actorTypes), id: z.uuid().optional() }),
  data: z.record(z.string(), z.unknown()),
})
