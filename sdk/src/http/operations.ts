import type { Operations } from '../api.gen.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import type { Api } from './api.ts'
import { ifMatchHeader, noteEtag } from './etag.ts'
import type { Query } from './query.ts'
import { type Method, segment } from './request.ts'

export type Operation = keyof Operations

export type QueryOf<O extends Operation> = Operations[O] extends { query: infer Q } ? Q : never
export type BodyOf<O extends Operation> = Operations[O] extends { body: infer B } ? B : never
export type ReplyOf<O extends Operation> = Operations[O] extends { reply: infer R } ? R : never
/** Type of `data` in the response. */
export type DataOf<O extends Operation> = ReplyOf<O> extends { data: infer D } ? D : never

export type Asked<O extends Operation> = {
  /** Path parameters. */
  path?: Record<string, string | number>
  query?: QueryOf<O> | undefined
  body?: BodyOf<O>
  headers?: Record<string, string>
}

/** Calls an operation by its method and path in the OpenAPI document. @returns the `data` of the response. */
export async function call<O extends Operation>(
  api: Api,
  operation: O,
  { path = {}, query, body, headers }: Asked<O>,
  options: CallOptions & CreateOptions & ChangeOptions = {},
): Promise<DataOf<O>> {
  const [method, template] = operation.split(' ') as [Method, string]
  const request = {
    method,
    path: template.replace(/\{(\w+)\}/g, (_, name: string) => segment(String(path[name] ?? ''))),
    query: query as Query | undefined,
    headers: { ...ifMatchHeader(options.ifMatch), ...headers },
    json: body,
  }
  const answer = await api.send(request, options)
  const { data } = (answer.body ?? {}) as { data?: DataOf<O> }
  return noteEtag(data as DataOf<O>, answer.headers.get('etag'))
}
