export type SignedLink = {
  /** `url` of the link, which ends in its ID. */
  url: string
  /** `secret` of the link: `rls_…`. Anyone who has it can sign URLs, so keep it on a server. */
  secret: string
  /** Default: `png`. */
  format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf' | undefined
  /** Width in pixels. Default: the width of the template. */
  width?: number | undefined
  /** Values of the open variables. */
  values?: { readonly [variable: string]: string | number | boolean } | undefined
}

/**
 * Signs a URL that renders a template when it is opened, without a request to the server (contract R-LINK-2).
 * @returns the URL. The same arguments always produce the same URL, so the response can be cached.
 * @throws {TypeError} if the secret is not a link secret.
 */
export async function signRenderLink(link: SignedLink): Promise<string> {
  const { url, secret, format = 'png', width, values = {} } = link
  // An unset environment variable is undefined in JavaScript.
  if (!/^rls_/.test(secret ?? ''))
    throw new TypeError('The secret must be the secret of a render link, which starts with rls_.')
  const parameters = Object.entries({ ...values, ...(width !== undefined && { width }) })
  const query = parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
    .sort()
    .join('&')
  const base = `${url.replace(/\.\w+$/, '')}.${format}`
  const signed = `${base.slice(base.lastIndexOf('/') + 1)}?${query}`
  const signature = await hmac(secret, signed)
  return `${base}?${query}${query && '&'}signature=${signature}`
}

/** Percent-encodes every character except letters, digits and `-._~` (RFC 3986). */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))
  const base64 = btoa(String.fromCharCode(...signature))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
