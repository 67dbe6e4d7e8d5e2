import { z } from 'zod'
import { presetFields } from './body.ts'
import { presetFaults } from './rules.ts'

/** A preset in the archive of a company, as strict as a request: it decides how much work its files take. */
export const archivedPreset = z
  .looseObject(presetFields)
  .refine((preset) => Object.keys(presetFaults(preset)).length === 0, { path: ['format'] })
