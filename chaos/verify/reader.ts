import { type Answer, send } from '../../server/test/support/companies.ts'
import type { Target } from '../load/writer.ts'

/** A read-only client with the load's credentials. */
export const readerOf = ({ url, token }: Target) => ({
  get: (path: string): Promise<Answer> =>
    send({ url: url! }, 'GET', path, { headers: { authorization: `Bearer ${token}` } }),
})
