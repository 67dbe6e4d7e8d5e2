export const webhookColumns = ['url', 'state'] as const
