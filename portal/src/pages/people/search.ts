export const memberColumns = ['name', 'role', 'two_factor', 'last_seen'] as const
