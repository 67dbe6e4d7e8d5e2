import type { Operations } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf, type Operation, type QueryOf } from '../http/operations.ts'
import type { Query } from '../http/query.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import { type List, listOf } from './list.ts'

/**
 * The methods that all resources share, typed by the path of the list. Each type is declared by name
 * instead of inferred, so that editors show its doc comment.
 */

type Path = { [O in Operation]: O extends `GET ${infer P}/{id}` ? P : never }[Operation]
type Named<Name extends string> = Extract<Operation, Name>

export type ListPath = { [P in Path]: `GET ${P}` extends Operation ? P : never }[Path]
export type Item<P extends ListPath> = DataOf<Named<`GET ${P}/{id}`>>

/** Query parameters of a list. With `fields`, list items have only those fields. */
export type ListQuery<P extends ListPath, F = string> = Omit<QueryOf<Named<`GET ${P}`>>, 'fields'> & {
  fields?: readonly F[] | undefined
}

/** Query parameters of a deletion, such as `recursive` for folders. */
type DeleteQuery<P extends ListPath> = Operations[Named<`DELETE ${P}/{id}`>] extends { query: infer Q }
  ? Q
  : unknown

/** Query parameters of a single resource, such as `include_unavailable` for assets. */
type GetQuery<P extends ListPath> = Operations[Named<`GET ${P}/{id}`>] extends { query: infer Q }
  ? Q
  : unknown

export type Resource<P extends ListPath> = {
  /** Returns the resources that match the query. Read them with `for await` or page by page. */
  list<F extends keyof Item<P> & string = keyof Item<P> & string>(
    query?: ListQuery<P, F>,
    options?: CallOptions,
  ): List<Pick<Item<P>, F>>

  /** Returns the resource with this ID. @throws {NotFoundError} if it does not exist. */
  get(id: string, options?: CallOptions & GetQuery<P>): Promise<Item<P>>

  /**
   * Updates the given fields.
   * @returns the updated resource.
   * @throws {ValidationError} if a field is invalid.
   * @throws {ChangedError} if `ifMatch` is an earlier state.
   */
  update(id: string, body: BodyOf<Named<`PATCH ${P}/{id}`>>, options?: ChangeOptions): Promise<Item<P>>

  /**
   * Deletes the resource. Templates, assets, folders and tags are moved to the trash.
   * @throws {ConflictError} if the resource is in use or not empty.
   * @throws {ChangedError} if `ifMatch` is an earlier state.
   */
  delete(id: string, options?: ChangeOptions & DeleteQuery<P>): Promise<void>
}

export function resource<P extends ListPath>(api: Api, path: P): Resource<P> {
  // The path is one of several here, so TypeScript cannot tell which body and query belong to it, but the
  // types above can.
  const one = (method: string) => `${method} ${path}/{id}` as Operation
  return {
    list: (query, options) => listOf(api, path, query as Query | undefined, options),
    get(id, options) {
      const { include_unavailable } = (options ?? {}) as { include_unavailable?: boolean }
      const query = { include_unavailable } as never
      return call(api, one('GET'), { path: { id }, query }, options) as Promise<Item<P>>
    },
    update: (id, body, options) =>
      call(api, one('PATCH'), { path: { id }, body: body as never }, options) as Promise<Item<P>>,
    async delete(id, options) {
      const { recursive } = (options ?? {}) as { recursive?: boolean }
      await call(api, one('DELETE'), { path: { id }, query: { recursive } as never }, options)
    },
  }
}

type Created = {
  [P in ListPath]: Operations[Named<`POST ${P}`>] extends { body: unknown } ? P : never
}[ListPath]

export type Creating<P extends Created> = {
  /** Creates a resource. @returns the new resource. @throws {ValidationError} if a field is invalid. */
  create(body: BodyOf<Named<`POST ${P}`>>, options?: CreateOptions): Promise<DataOf<Named<`POST ${P}`>>>
}

export const creating = <P extends Created>(api: Api, path: P): Creating<P> => ({
  create: (body, options) => call(api, `POST ${path}` as Named<`POST ${P}`>, { body }, options),
})

type Restored = { [P in ListPath]: `POST ${P}/{id}/restoration` extends Operation ? P : never }[ListPath]

/** The body of a restoration: `name` for folders and tags. */
type RestorationBody<P extends Restored> = Operations[Named<`POST ${P}/{id}/restoration`>] extends {
  body: infer B
}
  ? B
  : unknown

export type Restoring<P extends Restored> = {
  /**
   * Restores the resource from the trash. Restoring a resource that is not in the trash is a no-op. Folders and tags
   * can get another `name`. Without it, a number is added to a name that has been taken in the meantime.
   * @throws {ValidationError} if `name` is taken.
   */
  restore(id: string, options?: CreateOptions & RestorationBody<P>): Promise<Item<P>>
}

export const restoring = <P extends Restored>(api: Api, path: P): Restoring<P> => ({
  restore(id, options) {
    const { name } = (options ?? {}) as { name?: string }
    const body = (name === undefined ? undefined : { name }) as never
    const operation = `POST ${path}/{id}/restoration` as Operation
    return call(api, operation, { path: { id }, body }, options) as Promise<Item<P>>
  },
})
