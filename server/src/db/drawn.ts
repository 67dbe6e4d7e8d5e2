import { sql } from 'kysely'

/**
 * Rendering updates `updated_at`, so that syncing clients notice it, but it is not a user's change. `drawn_at` is the
 * value of `updated_at` after the rendering, and `drawn_upon` the value before it. The next change sets `updated_at`
 * and can ignore both.
 */

/** The columns that an `update` sets together with the renditions. */
export const drawnNow = {
  updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
  drawn_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
  drawn_upon: sql<Date>`case when updated_at = drawn_at then drawn_upon else updated_at end`,
}

/** Selects the time of the last change, renderings excluded. */
export const revisedAt = sql<Date>`case when r.updated_at = r.drawn_at then r.drawn_upon else r.updated_at end`
