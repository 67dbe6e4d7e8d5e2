import type { z } from 'zod'
import type { oas31 } from 'zod-openapi'

/**
 * Metadata of a schema that parses text or converts a value. Describes in the OpenAPI document what callers send, and
 * replaces what is derived from the parser, except the description.
 */
export const documentedAs = (shown: oas31.SchemaObject) => ({
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    for (const key of Object.keys(jsonSchema)) if (key !== 'description') delete jsonSchema[key]
    Object.assign(jsonSchema, shown)
  },
})

/** A date alone means its start in UTC. */
export const dateOrTime = documentedAs({
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
})
