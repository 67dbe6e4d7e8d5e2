import { Readable } from 'node:stream'

/** The same stream for Node. Web streams have two sets of types, Node's and the DOM's, that TypeScript takes for different. */
export const nodeStream = (stream: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream as never)
