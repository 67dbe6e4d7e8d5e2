import type { OutboundAnswer } from '../outbound/outbound.ts'

/** Enough for the error message of most receivers. */
export const responseBytesMax = 1_000
/** The result of an attempt does not depend on the body, so a slow one is not waited for. */
const readTimeoutMs = 1_000

/**
 * The beginning of a response body as text, for the delivery log. Null if there is none, or if it is not
 * text.
 * @param secrets of the webhook, which a receiver can return by mistake. They are removed, as are tokens and
 *   secrets of clients.
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
    // What arrived before is shown. The status has already decided the attempt.
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
 * Our own secrets and tokens, also when they are cut off at the end of the text. What follows "bearer" counts as
 * a token only with a digit or a dot in it: errors such as "Bearer token required" stay readable.
 */
const secretPattern = /\b(?:whsec_|atl_[a-z]{2}_)[\w+/=-]*|\bbearer\s+(?=[\w+/=~-]*[.\d])[\w.+/=~-]+/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it removes.
const controlCharacters = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
