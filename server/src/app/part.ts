/** What a process does where it does not do everything: answer requests, or run background jobs. */
export const parts = ['requests', 'jobs'] as const
export type Part = (typeof parts)[number]
