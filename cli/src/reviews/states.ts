export const reviewStates = ['draft', 'in_review', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]
