import { hash, randomFillSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { credentialPrefixes } from './credential-prefixes.ts'

/**
 * Tokens and client secrets: a prefix, 43 characters of base62 (256 random bits), and 6 of a CRC32
 * over everything before. Secret scanners recognize leaked tokens by their form, malformed ones are rejected
 * without a query, and "malformed" can be distinguished from "never issued" (contract R-INSPECT-8).
 */
export const { access_token: accessTokenPrefix, client_secret: clientSecretPrefix } = credentialPrefixes

/** Maximum length of a credential that is hashed or looked up. No client ID or secret is half as long. */
export const credentialLengthMax = 200

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 43
const checksumLength = 6
export const lengthBehindPrefix = randomLength + checksumLength
export const accessTokenLength = accessTokenPrefix.length + lengthBehindPrefix
/**
 * The largest multiple of 62 in a byte. Greater values are discarded, because they would favor the first letters.
 */
const fairBytesEnd = 248

export function newToken(prefix: string): string {
  let text = prefix
  for (let left = randomLength; left > 0; ) {
    const byte = randomByte()
    if (byte >= fairBytesEnd) continue
    text += alphabet[byte % 62]
    left--
  }
  return text + checksumOf(text)
}

/**
 * Calling the random number generator costs more than the other steps of a token, so one call provides the
 * bytes for 90 tokens.
 */
const pool = Buffer.alloc(4_096)
let drawn = pool.length

/** Each byte is used once and then overwritten, so that a later read of memory finds no token. */
function randomByte(): number {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  const byte = pool[drawn]!
  pool[drawn++] = 0
  return byte
}

export function isWellFormed(prefix: string, token: string): boolean {
  if (token.length !== prefix.length + lengthBehindPrefix || !token.startsWith(prefix)) return false
  return token.slice(-checksumLength) === checksumOf(token.slice(0, -checksumLength))
}

function checksumOf(text: string) {
  let rest = crc32(text)
  let digits = ''
  for (let at = 0; at < checksumLength; at++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

// SHA-256 and not a password hash, because a secret is 256 random bits, which cannot be guessed, and every
// request pays for this line. A slow hash would only add time.
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
