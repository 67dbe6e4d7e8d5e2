import type { Config } from '../config.ts'

export type PublicUrl = {
  /** The base URL of the server. Throws while it is not known. */
  get(): string
  /** Sets the port once the server listens. */
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
