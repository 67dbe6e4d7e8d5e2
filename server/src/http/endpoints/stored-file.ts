import type { Uuid } from '../../ids.ts'

/** Where the file of a request is stored. Without it, no row references the stored file. */
export type Filed = {
  key: string
  /** An asset that already has the same file. */
  duplicateOf?: Uuid | undefined
}

/** Attached to a handler's result. It is not sent. */
export const filed = Symbol('filed')

export const filedOf = (result: object | undefined): Filed | undefined =>
  (result as { [filed]?: Filed } | undefined)?.[filed]
