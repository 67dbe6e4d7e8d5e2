import { createHmac, randomBytes } from 'node:crypto'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'
import { credentialPrefixes } from '../secrets/credential-prefixes.ts'

const secretBytes = 32

/** Generates a secret, `rls_…`, which is shown once. Its holder can sign URLs of the link. */
export const newSecret = () =>
  `${credentialPrefixes.render_link_secret}${randomBytes(secretBytes).toString('base64url')}`

/**
 * The signed text consists of the name in the path and all parameters sorted by name, in the encoding of RFC
 * 3986. Each value therefore has exactly one spelling, which any language can produce.
 * @param name `rln_….png`.
 */
export function signedText(name: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(parameters)
    .map((key) => `${encoded(key)}=${encoded(parameters[key]!)}`)
    .sort()
  return `${name}?${pairs.join('&')}`
}

export const signatureOf = (
  secret: string,
  name: string,
  parameters: Readonly<Record<string, string>>,
): string => createHmac('sha256', secret).update(signedText(name, parameters)).digest('base64url')

export const isSignedBy = (
  secret: string,
  name: string,
  parameters: Readonly<Record<string, string>>,
  signature: string,
): boolean => constantTimeEqual(signature, signatureOf(secret, name, parameters))

export function signedPath(
  secret: string,
  name: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const { length } = Object.keys(parameters)
  const query = signedText(name, parameters).slice(name.length + 1)
  return `/r/${name}?${query}${length > 0 ? '&' : ''}signature=${signatureOf(secret, name, parameters)}`
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
