import type { Uuid } from '../ids.ts'
import { macBy, macLength } from './mac.ts'

/** Where a page begins: behind the row with this sort value and id, or before it; `inclusive`: with that row. */
export type Position = { value: unknown; id: Uuid; backwards: boolean; inclusive: boolean }

/**
 * Cursors are opaque and authenticated. What they are bound to (company, route, filters, sort) is not in them
 * but under their seal: a cursor used elsewhere is as wrong as one that was changed.
 */
export type CursorSeal = {
  seal(binding: string, position: Position): string
  open(binding: string, cursor: string): Position | undefined
}

/** @param others by which what was sealed is good too. */
export function cursorSeal(key: Buffer, ...others: Buffer[]): CursorSeal {
  const mac = macBy(key, ...others)
  const sealed = (binding: string, payload: string) => `${binding}\n${payload}`

  return {
    seal(binding, { value, id, backwards, inclusive }) {
      const direction = +backwards + 2 * +inclusive
      const place = JSON.stringify(value === undefined ? [direction, id] : [direction, id, value])
      const payload = Buffer.from(place).toString('base64url')
      return mac.of(sealed(binding, payload)) + payload
    },
    open(binding, cursor) {
      const [seal, payload] = [cursor.slice(0, macLength), cursor.slice(macLength)]
      if (!mac.isOf(sealed(binding, payload), seal)) return undefined
      const [direction, id, value] = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return { backwards: direction % 2 === 1, inclusive: direction >= 2, id, value }
    },
  }
}
