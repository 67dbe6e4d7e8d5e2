import { Readable } from 'node:stream'

/**
 * Converts a web stream to Node's type. TypeScript sees the DOM's and Node's web streams as different types.
 */
export const nodeStream = (stream: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream as never)
