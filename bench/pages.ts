export type PageEnd = {
  cursor: string
  lastId: string
}

/**
 * The size of a response. Responses that are compared must have the size of this page, or the comparison is
 * invalid.
 */
export type Answer = { rows: number; bytes: number }

// biome-ignore lint/suspicious/noExplicitAny: each caller reads only a part of the response.
async function getJson(url: string, token: string): Promise<{ body: any; bytes: number }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return { body: JSON.parse(text), bytes: Buffer.byteLength(text) }
}

export async function look(url: string, token: string): Promise<Answer> {
  const { body, bytes } = await getJson(url, token)
  return { rows: body.data.length, bytes }
}

/**
 * Reads a whole list and returns the cursors of its pages of 100. The cursors are valid for pages of any
 * size.
 */
export async function walk(url: string, token: string): Promise<PageEnd[]> {
  const ends: PageEnd[] = []
  let next = '?per_page=100&fields=id'
  while (true) {
    const { body } = await getJson(`${url}${next}`, token)
    const cursor: string | null = body.meta.next_cursor
    if (cursor === null) return ends
    ends.push({ cursor, lastId: body.data.at(-1).id })
    next = `?per_page=100&fields=id&cursor=${cursor}`
  }
}
