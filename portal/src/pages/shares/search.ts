export const shareColumns = ['name', 'views', 'downloads', 'expires'] as const
