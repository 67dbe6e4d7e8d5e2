import { Atelier, type AtelierOptions } from '../../src/index.ts'

type Known = { clientId: string; clientSecret: string }

/** An SDK client with the credentials of a test company, for the service or a proxy in front of it. */
export const clientAt = (
  { url }: { url: string },
  { clientId, clientSecret }: Known,
  options: Partial<AtelierOptions> = {},
) => new Atelier({ url, clientId, clientSecret, ...options } as AtelierOptions)
