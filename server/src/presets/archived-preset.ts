import { z } from 'zod'
import { presetFields } from './body.ts'
import { presetFaults } from './rules.ts'

/**
 * A preset in the archive of a company. Its schema is as strict as a request, because a preset decides how
 * much work its files take.
 */
export const archivedPreset = z
  .looseObject(presetFields)
  .refine((preset) => Object.keys(presetFaults(preset)).length === 0, { path: ['format'] })
