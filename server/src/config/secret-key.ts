export const secretKeyBytes = 32
const base64Pattern = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Decodes a base64 key. Undefined if the key is not base64 or is too short to be safe. */
export function parseSecretKey(text: string): Buffer | undefined {
  const bytes = base64Pattern.test(text) ? Buffer.from(text, 'base64') : undefined
  return bytes && bytes.length >= secretKeyBytes ? bytes : undefined
}
