import type { Uuid } from '../../ids.ts'

/** Undefined if no row references the file. */
export type Filed = {
  key: string
  /** An asset that already has the same file. */
  duplicateOf?: Uuid | undefined
}

/** The key of the `Filed` that is attached to a handler's result. It is not sent. */
export const filed = Symbol('filed')

export const filedOf = (result: object | undefined): Filed | undefined =>
  (result as { [filed]?: Filed } | undefined)?.[filed]
