import type { Operations } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf, type Operation, type QueryOf } from '../http/operations.ts'
import type { Query } from '../http/query.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import { type List, listOf } from './list.ts'

/** What resources have in common, by the path of their list: each is made of the pieces below that it has. */

type Path = { [O in Operation]: O extends `GET ${infer P}/{id}` ? P : never }[Operation]
type Named<Name extends string> = Extract<Operation, Name>

export type ListPath = { [P in Path]: `GET ${P}` extends Operation ? P : never }[Path]
export type Item<P extends ListPath> = DataOf<Named<`GET ${P}/{id}`>>

/** What a list may be asked; with `fields` its rows have those alone. */
export type ListQuery<P extends ListPath, F = string> = Omit<QueryOf<Named<`GET ${P}`>>, 'fields'> & {
  fields?: readonly F[] | undefined
}

export function reading<P extends ListPath>(api: Api, path: P) {
  type T = Item<P>
  return {
    /** Rows by filters and sort: for `for await`, or a page at a time. */
    list<F extends keyof T & string = keyof T & string>(
      query: ListQuery<P, F> = {} as ListQuery<P, F>,
      options?: CallOptions,
    ): List<Pick<T, F>> {
      return listOf(api, path, query as Query, options)
    },

    /** One, by its id. @throws {NotFoundError} */
    get(id: string, options?: CallOptions): Promise<T> {
      return call(api, `GET ${path}/{id}` as Operation, { path: { id } }, options) as Promise<T>
    },
  }
}

type Created = {
  [P in ListPath]: Operations[Named<`POST ${P}`>] extends { body: unknown } ? P : never
}[ListPath]

export function creating<P extends Created>(api: Api, path: P) {
  return {
    /** @returns what was made. @throws {ValidationError} */
    create(body: BodyOf<Named<`POST ${P}`>>, options?: CreateOptions): Promise<DataOf<Named<`POST ${P}`>>> {
      return call(api, `POST ${path}` as Named<`POST ${P}`>, { body }, options)
    },
  }
}

export function changing<P extends ListPath>(api: Api, path: P) {
  type Update = Named<`PATCH ${P}/{id}`>
  return {
    /**
     * Changes the fields that are given.
     * @returns what it is then. @throws {ValidationError}; {ChangedError} when `ifMatch` names an earlier state.
     */
    update(id: string, body: BodyOf<Update>, options?: ChangeOptions): Promise<DataOf<Update>> {
      return call(api, `PATCH ${path}/{id}` as Update, { path: { id }, body }, options)
    },

    /** Deletes it, or puts it into the trash where there is one. @throws {ConflictError} when it is used elsewhere. */
    async delete(id: string, options?: ChangeOptions): Promise<void> {
      await call(api, `DELETE ${path}/{id}` as Operation, { path: { id } }, options)
    },
  }
}

type Restored = { [P in ListPath]: `POST ${P}/{id}/restoration` extends Operation ? P : never }[ListPath]

export function restoring<P extends Restored>(api: Api, path: P) {
  return {
    /** Brings it back from the trash. */
    restore(id: string, options?: CreateOptions): Promise<Item<P>> {
      return call(api, `POST ${path}/{id}/restoration` as Operation, { path: { id } }, options) as Promise<
        Item<P>
      >
    },
  }
}
