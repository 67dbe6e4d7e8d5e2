import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/**
 * A socket for `pg`, which carries PostgreSQL's wire protocol over a message port to the engine's thread. Each message
 * is one write of `pg`, which always consists of complete protocol messages; each response is one message.
 */
export class ThreadSocket extends Duplex {
  readonly #port: MessagePort

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (answer: Uint8Array) => this.push(answer))
    port.unref()
  }

  /** Methods that `pg` calls on any socket. There is no network to connect to. */
  connect() {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void) {
    this.#send([chunk])
    done()
  }

  override _writev(writes: { chunk: Uint8Array }[], done: () => void) {
    this.#send(writes.map((write) => write.chunk))
    done()
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#port.close()
    done(error)
  }

  /**
   * Copied before the transfer, because `pg` allocates its buffers as parts of larger buffers, which are still needed.
   */
  #send(chunks: Uint8Array[]) {
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#port.postMessage(bytes, [bytes.buffer])
  }
}
