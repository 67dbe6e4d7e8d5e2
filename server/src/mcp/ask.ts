import type { FastifyInstance } from 'fastify'

/** The caller's token and IP address, with which the API is called on their behalf. */
export type Asker = { authorization: string; address: string }

export type Parameters = Record<string, string | number | readonly string[] | undefined>

type Sent = { json?: object; method?: 'GET' | 'POST' | 'PATCH'; headers?: Record<string, string> }

/** Thrown for an error response of the API. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/**
 * Calls the server's own API, with the same scopes, limits, validation and errors.
 * @param json the body of a POST request, or of another `method`. If omitted, the request is a GET.
 * @returns its JSON, or a file's text.
 * @throws {Refusal}
 */
export async function ask(
  app: FastifyInstance,
  { authorization, address }: Asker,
  path: string,
  parameters: Parameters = {},
  { json, method = json ? 'POST' : 'GET', headers = {} }: Sent = {},
): Promise<unknown> {
  const answer = await app.inject({
    method,
    url: `/api${path}${queryOf(parameters)}`,
    remoteAddress: address,
    headers: { authorization, accept: '*/*', ...headers },
    ...(json && { payload: json }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  if (answer.statusCode >= 300) throw new Refusal(wordsOf(answer.statusCode, answer.json()))
  return isJson ? answer.json() : answer.body
}

export function queryOf(parameters: Parameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** The error text for a program, with the problem and the affected parameter. */
function wordsOf(status: number, body: Record<string, unknown>): string {
  if (status === 422) return Object.values(body).flat().join(' ')
  return `${body.message} (${status})`
}
