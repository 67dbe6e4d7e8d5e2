import { Atelier, type AtelierOptions } from '../../src/index.ts'

type Known = { clientId: string; clientSecret: string }

/** A client of the SDK, with the credentials of a company of the test, at the service or a gate before it. */
export const clientAt = (
  { url }: { url: string },
  { clientId, clientSecret }: Known,
  options: Partial<AtelierOptions> = {},
) => new Atelier({ url, clientId, clientSecret, ...options } as AtelierOptions)
