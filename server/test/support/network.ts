// Machines with their own addresses, on a network that can be cut silently between any two of them.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { atEnd } from './service.ts'

export type Machine = {
  address: string
  /** Starts a program on the machine. The process ID is that of the child. */
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess
}

/** The machine that runs the tests, as other programs on it reach it. */
export const here: Machine = { address: '127.0.0.1', spawn }

export type Network<Name extends string> = {
  machines: Record<Name, Machine>
  /** The `host:port` at which one machine reaches a port of another. */
  way(from: Name, to: Name, port: number): Promise<string>
  /**
   * Drops packets between the two machines from now on. As in any network, they are retransmitted until the
   * connection is restored.
   */
  cut(one: Name, other: Name): void
  mend(one: Name, other: Name): void
}

/**
 * Uses network namespaces when run as root on Linux. Otherwise, machines are ports, and connections are
 * forwarders.
 */
export function openNetwork<Name extends string>(names: readonly Name[]): Network<Name> {
  try {
    return namespaces(names)
  } catch (error) {
    console.error(`NO NETWORK NAMESPACES: machines are ports of this one. ${(error as Error).message}`)
    return forwarders(names)
  }
}

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** An unused hardware address. Frames to it are lost. */
const nobody = '02:00:00:00:00:00'

function namespaces<Name extends string>(names: readonly Name[]): Network<Name> {
  // Reserved for tests (RFC 2544), so no real network uses it.
  const net = `198.${randomInt(18, 20)}.${randomInt(256)}`
  const bridge = `atl${process.pid}`
  const spaces = new Map(names.map((name, at) => [name, { space: `${bridge}-${name}`, at }]))
  const addressOf = (name: Name) => `${net}.${spaces.get(name)!.at + 2}`
  const plugOf = (at: number) => `${bridge}p${at}`
  // Partial setups are also removed.
  const remove = () => {
    for (const { space, at } of spaces.values()) {
      // A process that is still ending would keep the namespace and its interface.
      attempt('link', 'del', plugOf(at))
      attempt('netns', 'del', space)
    }
    attempt('link', 'del', bridge)
  }
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const [name, { space, at }] of spaces) {
      ip('netns', 'add', space)
      const plug = plugOf(at)
      ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      ip('link', 'set', plug, 'master', bridge, 'up')
      ip('-n', space, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0')
      ip('-n', space, 'link', 'set', 'eth0', 'up')
      ip('-n', space, 'link', 'set', 'lo', 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  atEnd(async () => remove())
  const both = (one: Name, other: Name, change: (space: string, address: string) => void) => {
    change(spaces.get(one)!.space, addressOf(other))
    change(spaces.get(other)!.space, addressOf(one))
  }
  const machine = (name: Name): Machine => ({
    address: addressOf(name),
    spawn: (program, args, { uid, gid, ...options }) => {
      const as =
        uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--']
      return spawn('ip', ['netns', 'exec', spaces.get(name)!.space, ...as, program, ...args], options)
    },
  })
  return {
    machines: Object.fromEntries(names.map((name) => [name, machine(name)])) as Record<Name, Machine>,
    way: async (_, to, port) => `${addressOf(to)}:${port}`,
    cut: (one, other) =>
      both(one, other, (space, address) =>
        ip('-n', space, 'neigh', 'replace', address, 'lladdr', nobody, 'dev', 'eth0', 'nud', 'permanent'),
      ),
    mend: (one, other) =>
      both(one, other, (space, address) => ip('-n', space, 'neigh', 'del', address, 'dev', 'eth0')),
  }
}

function attempt(...args: string[]) {
  try {
    ip(...args)
  } catch {
    // The namespace did not exist.
  }
}

function forwarders<Name extends string>(names: readonly Name[]): Network<Name> {
  const ways = new Map<string, Way[]>()
  const between = (one: Name, other: Name) => [
    ...(ways.get(`${one} ${other}`) ?? []),
    ...(ways.get(`${other} ${one}`) ?? []),
  ]
  return {
    machines: Object.fromEntries(names.map((name) => [name, here])) as Record<Name, Machine>,
    async way(from, to, port) {
      const way = await wayTo(port)
      ways.set(`${from} ${to}`, [...(ways.get(`${from} ${to}`) ?? []), way])
      return way.address
    },
    cut: (one, other) => between(one, other).forEach((way) => void way.cut()),
    mend: (one, other) => between(one, other).forEach((way) => void way.mend()),
  }
}

export type Way = Awaited<ReturnType<typeof wayTo>>

/** A forwarder to a port of this machine that can be cut silently, as by a firewall, or slowed down. */
export async function wayTo(port: number) {
  let isCut = false
  let delayMs = 0
  const sockets = new Set<Socket>()
  /** Data sent while the connection was cut, delivered when it is restored. */
  let held: (() => void)[] = []
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    const write = (bytes: Buffer) => {
      if (isCut) held.push(() => write(bytes))
      else if (!to.destroyed && !from.destroyed) to.write(bytes)
    }
    from.on('data', (bytes: Buffer) => setTimeout(write, delayMs, bytes))
    from.on('error', () => {}).on('close', () => to.destroy())
  }
  const server = createServer((client) => {
    const target = connect(port, here.address)
    pass(client, target)
    pass(target, client)
  }).listen(0, here.address)
  await once(server, 'listening')
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    address: `${here.address}:${(server.address() as { port: number }).port}`,
    cut() {
      isCut = true
    },
    slow(ms: number) {
      delayMs = ms
    },
    mend() {
      isCut = false
      delayMs = 0
      const sent = held
      held = []
      for (const send of sent) send()
    },
  }
}
