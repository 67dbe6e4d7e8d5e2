import type { Config } from '../config.ts'

export type PublicUrl = {
  /** Where callers reach the server. Throws while that is not known. */
  get(): string
  /** Called when the server listens. */
  listensOn(port: number): void
}

/** If neither PUBLIC_URL nor PORT is set to a fixed value, the system chooses the port when the server listens. */
export function publicUrlOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): PublicUrl {
  let url = publicUrl ?? (port === 0 ? undefined : localUrl(port))
  return {
    get() {
      if (url === undefined) throw new Error('The URL is not known before the server listens.')
      return url
    },
    listensOn(port) {
      url ??= localUrl(port)
    },
  }
}

const localUrl = (port: number) => `http://localhost:${port}`
