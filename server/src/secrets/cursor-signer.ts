import type { Uuid } from '../ids.ts'
import { macBy, macLength } from './mac.ts'

/**
 * The start of a page: after the row with this sort value and ID, or before it. `inclusive` includes the row.
 */
export type Position = { value: unknown; id: Uuid; backwards: boolean; inclusive: boolean }

/**
 * Cursors are opaque and signed. The signature also covers the company, route, filters and sort, which are
 * not part of the cursor, so that a cursor of another list is as invalid as a modified cursor.
 */
export type CursorSigner = {
  sign(binding: string, position: Position): string
  /** Undefined for a cursor of another list or a modified cursor. */
  verify(binding: string, cursor: string): Position | undefined
}

/** @param others additional keys whose signatures are valid. */
export function cursorSigner(key: Buffer, ...others: Buffer[]): CursorSigner {
  const mac = macBy(key, ...others)
  const signed = (binding: string, payload: string) => `${binding}\n${payload}`

  return {
    sign(binding, { value, id, backwards, inclusive }) {
      const direction = +backwards + 2 * +inclusive
      const place = JSON.stringify(value === undefined ? [direction, id] : [direction, id, value])
      const payload = Buffer.from(place).toString('base64url')
      return mac.of(signed(binding, payload)) + payload
    },
    verify(binding, cursor) {
      const [signature, payload] = [cursor.slice(0, macLength), cursor.slice(macLength)]
      if (!mac.isOf(signed(binding, payload), signature)) return undefined
      const [direction, id, value] = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return { backwards: direction % 2 === 1, inclusive: direction >= 2, id, value }
    },
  }
}
