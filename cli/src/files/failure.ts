import { AtelierError } from '../../../sdk/src/index.ts'

/** An error about the state of a file or asset, with advice for the user. */
export const failure = (message: string) => new AtelierError(message, { code: 'unexpected' })
