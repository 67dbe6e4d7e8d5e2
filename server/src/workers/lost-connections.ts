import type { ChildProcess } from 'node:child_process'

type Handle = { close(): void }
type Ack = { ack?: number; accepted?: boolean }

/**
 * Node's cluster keeps a connection that it has given to a worker until the worker says that it has it. Of one that dies
 * before it does, or that closes as the last one, nobody would hear again: its client would wait for ever. Here it is
 * closed, and the client told. What Node says to its workers is its own affair: should it speak otherwise one day, this does
 * nothing.
 * @param isStopping whether a connection that one does not take is nobody's.
 */
export function closeWhatIsLost(worker: ChildProcess, isStopping: () => boolean): void {
  const given = new Map<unknown, Handle>()
  const send = worker.send as (...args: unknown[]) => boolean
  worker.send = ((
    message: { act?: string; seq?: number },
    handle: Handle | undefined,
    ...rest: unknown[]
  ) => {
    if (message.act === 'newconn' && handle) given.set(message.seq, handle)
    return send.call(worker, message, handle, ...rest)
  }) as typeof worker.send
  worker.on('internalMessage', ({ ack, accepted }: Ack) => {
    if (accepted === false && isStopping()) given.get(ack)?.close()
    given.delete(ack)
  })
  worker.once('exit', () => {
    for (const handle of given.values()) handle.close()
  })
}
