import { AtelierError } from '../../../sdk/src/index.ts'

/** An error about the state of a file or asset, which tells the user what to do. */
export const failure = (message: string) => new AtelierError(message, { code: 'unexpected' })
