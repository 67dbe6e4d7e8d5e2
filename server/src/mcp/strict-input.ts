import { didYouMean, nearName } from '@atelier/filling/near-name'
import { z } from 'zod'

/**
 * Makes the arguments of a tool strict. Rejects unknown arguments by name: if they were ignored, the response would
 * answer a different question.
 */
export const strictInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const [name] = issue.keys as [string]
      const near = nearName(name, Object.keys(shape))
      return `The argument ${name} is not known here.${didYouMean(near)}`
    },
  })
