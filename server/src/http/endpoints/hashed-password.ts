import { hashPassword } from '../../secrets/passwords.ts'
import type { Services } from '../../services.ts'
import type { Endpoint, EndpointInput } from './endpoint.ts'

/**
 * Replaces the `password` in the body with its hash. Hashing takes 0.1 seconds of CPU time, so
 * `prepare` runs before the company is locked.
 */
export function hashingPassword(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    prepare: async ({ body: { password } }: EndpointInput) =>
      typeof password === 'string' ? hashPassword(password) : undefined,
    async handle(input: EndpointInput, services: Services) {
      const { body, prepared } = input
      if (typeof body.password !== 'string') return endpoint.handle(input, services)
      // There is no prepared hash if the idempotency key expired between the two calls.
      const password = prepared ?? (await hashPassword(body.password))
      return endpoint.handle({ ...input, body: { ...body, password } }, services)
    },
  }
}
