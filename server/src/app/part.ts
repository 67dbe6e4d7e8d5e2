/**
 * The parts of the server's work that a process can be limited to: answering requests, or running background
 * jobs.
 */
export const parts = ['requests', 'jobs'] as const
export type Part = (typeof parts)[number]
