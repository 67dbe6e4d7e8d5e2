import type { Uuid } from '../../ids.ts'

/** Where the file of a request is kept. Without one, no row refers to the file that was stored for it. */
export type Filed = {
  key: string
  /** An asset that already has the same file. */
  duplicateOf?: Uuid | undefined
}

/** On the result of a handler, beside what is sent. */
export const filed = Symbol('filed')

export const filedOf = (result: object | undefined): Filed | undefined =>
  (result as { [filed]?: Filed } | undefined)?.[filed]
