import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export type KeyPair = { alg: string; privateKey: CryptoKey; publicKey: JWK }

/** A key pair as a client creates it. */
export async function newKeys(alg: string, publicMembers: object = {}): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, privateKey, publicKey: { ...(await exportJWK(publicKey)), ...publicMembers } }
}

type Assertion = { claims?: Record<string, unknown>; header?: Record<string, unknown> }

/** The form fields of a client assertion. `claims` and `header` override parts of it. */
export async function assertedBy(
  { alg, privateKey }: KeyPair,
  clientId: string,
  audience: string | string[],
  { claims, header }: Assertion = {},
) {
  const now = Math.floor(Date.now() / 1000)
  const made = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: now, exp: now + 60 }
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT({ ...made, ...claims })
      .setProtectedHeader({ alg, ...header })
      .sign(privateKey),
  }
}
