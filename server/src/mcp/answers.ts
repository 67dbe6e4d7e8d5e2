import type { CallToolResult } from '@modelcontextprotocol/server'

/** Returns the response as text, which every assistant can read. */
export function shown(answer: unknown): CallToolResult {
  return { content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }] }
}

/** Returns the response as text and as structured content, for assistants that read only one of them. */
export const structured = (answer: Record<string, unknown>): CallToolResult => ({
  ...shown(answer),
  structuredContent: answer,
})

type Page = { data: unknown[]; meta: { next_cursor: string | null } }

/** A page of search results. `next_cursor` is only present if there are more. */
export function structuredPage(answer: unknown): CallToolResult {
  const { data, meta } = answer as Page
  return structured({ data, ...(meta.next_cursor !== null && { next_cursor: meta.next_cursor }) })
}

/**
 * A resource without its signed URLs and the URLs in its lists, such as renditions. They are long and expire,
 * and `get_rendition` returns the image itself with its URL. Objects such as custom metadata stay unchanged.
 */
export function withoutUrls(answer: unknown): CallToolResult {
  const { data } = answer as { data: Record<string, unknown> }
  return structured({ data: keptOf(data) })
}

function keptOf(fields: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => !/(^|_)url$/.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => (isObject(one) ? keptOf(one) : one)) : value,
    ]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
