export const clientColumns = ['name', 'owner', 'last_used'] as const
