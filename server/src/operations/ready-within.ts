/**
 * Time limit of readiness checks. A database that takes longer does not count as ready, and its metrics are
 * omitted.
 */
export const readyWithinMs = 2_000
