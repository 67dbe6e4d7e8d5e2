/**
 * The part of the work that a process is limited to: handling requests, or running background jobs.
 */
export const parts = ['requests', 'jobs'] as const
export type Part = (typeof parts)[number]
