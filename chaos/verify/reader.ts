import { type Answer, send } from '../../server/test/support/companies.ts'
import type { Target } from '../load/writer.ts'

/** Whoever only looks, as the client of the load. */
export const readerOf = ({ url, token }: Target) => ({
  get: (path: string): Promise<Answer> =>
    send({ url: url! }, 'GET', path, { headers: { authorization: `Bearer ${token}` } }),
})
