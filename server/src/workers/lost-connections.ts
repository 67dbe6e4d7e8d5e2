import type { ChildProcess } from 'node:child_process'

type Handle = { close(): void }
type Ack = { ack?: number; accepted?: boolean }

/**
 * Node's cluster keeps a connection that it has passed to a worker until the worker confirms it. If the
 * worker dies before that, or is the last worker and closes, the connection would stay open and its client
 * would wait forever. This function closes it. The messages are internal to Node, so if their format changes,
 * this function has no effect.
 * @param isStopping whether no other worker can take the connection.
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
