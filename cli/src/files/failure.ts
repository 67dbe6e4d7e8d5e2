import { AtelierError } from '../../../sdk/src/index.ts'

/** What the file system or the library has otherwise than it was thought, with what to do. */
export const failure = (message: string) => new AtelierError(message, { code: 'unexpected' })
