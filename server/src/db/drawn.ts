import { sql } from 'kysely'

/**
 * Pictures that the server draws move `updated_at`, so that whoever asks what is new learns of them, but are nobody's
 * change. `drawn_at` is what `updated_at` became with them and `drawn_upon` what it was before: the next change moves
 * `updated_at` on, and needs to know nothing of either.
 */

/** What an `update` sets beside the pictures. */
export const drawnNow = {
  updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
  drawn_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
  drawn_upon: sql<Date>`case when updated_at = drawn_at then drawn_upon else updated_at end`,
}

/** Selects the time of the last change that was no drawing. */
export const revisedAt = sql<Date>`case when r.updated_at = r.drawn_at then r.drawn_upon else r.updated_at end`
