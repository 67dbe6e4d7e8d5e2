import type { OutboundAnswer } from '../outbound/outbound.ts'
import { credentialPrefixes } from '../secrets/credential-prefixes.ts'

/** Number of bytes that are read. Enough for the error message of most receivers. */
export const responseBytesMax = 1_000
/**
 * The timeout for reading. The result of an attempt does not depend on the body, so the server does not wait
 * for a slow body.
 */
const readTimeoutMs = 1_000

/**
 * The beginning of a response body as text, for the delivery log. Null if there is no body, or if it is not
 * text.
 * @param secrets the secrets of the webhook, which a receiver can return by mistake. They are removed, like
 * all other credentials of this server.
 */
export async function beginningOf(
  answer: OutboundAnswer,
  secrets: readonly string[],
): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  const timer = setTimeout(() => answer.discard(), readTimeoutMs)
  try {
    for await (const part of answer.body) {
      parts.push(part)
      bytes += part.length
      if (bytes >= responseBytesMax) break
    }
  } catch {
    // The part that arrived before an error is shown. The status has already decided the result of the
    // attempt.
  } finally {
    clearTimeout(timer)
    answer.discard()
  }
  return shown(Buffer.concat(parts), secrets)
}

function shown(body: Buffer, secrets: readonly string[]): string | null {
  // A character can be cut off at the end.
  const text = new TextDecoder().decode(body.subarray(0, responseBytesMax), { stream: true }).trim()
  if (text === '' || /[\0\ufffd]/.test(text)) return null
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, removed), text)
    .replaceAll(secretPattern, removed)
    .replaceAll(controlCharacters, ' ')
}

const removed = '[removed]'
/**
 * Matches Atelier's secrets and tokens, even if they are cut off at the end of the text. A word after
 * "bearer" counts as a token only if it contains a digit or a dot, so that errors such as "Bearer token
 * required" stay readable.
 */
const secretPattern = new RegExp(
  String.raw`\b(?:${Object.values(credentialPrefixes).join('|')})[\w+/=-]*|\bbearer\s+(?=[\w+/=~-]*[.\d])[\w.+/=~-]+`,
  'gi',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes these characters.
const controlCharacters = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
