/** Part of the main bundle, so it contains no display text. */
export const requestResults = ['2xx', '3xx', 'failed', '4xx', '5xx'] as const
export const requestMethods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const
