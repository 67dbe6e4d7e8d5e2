import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const saltBytes = 16
const keyBytes = 64
/** Parameters of scrypt, which takes 16 MB per guess. Node requires a limit slightly above that. */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** What `hashPassword` returns. */
export const passwordHash = new RegExp(`^[0-9a-f]{${saltBytes * 2}}:[0-9a-f]{${keyBytes * 2}}$`)

/**
 * Hashes a password in better-auth's format, `salt:key` in hex. Sign-in verifies it with the same parameters.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString('hex')
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`
}

/** Whether a password matches. Takes 0.1 s of CPU in both cases. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const wanted = Buffer.from(key, 'hex')
  const given = await keyOf(password, salt)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function keyOf(password: string, salt: string): Promise<Buffer> {
  const derive = promisify<string, string, number, object, Buffer>(scrypt)
  return derive(password.normalize('NFKC'), salt, keyBytes, cost)
}
