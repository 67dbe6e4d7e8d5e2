/** Filters of requests. They are in the main bundle, so they contain no display text. */
export const requestResults = ['2xx', '3xx', 'failed', '4xx', '5xx'] as const
export const requestMethods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const
