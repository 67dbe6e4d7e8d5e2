import { createRequire } from 'node:module'

/** Of this release. */
export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
