import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { NodeName } from '../../server/test/support/cluster.ts'
import { begin, openPatch } from '../../server/test/support/resumable.ts'
import { writeLargePieces } from '../load/chunked-uploads.ts'
import { checksumOf, kinds, someSound } from '../load/kinds.ts'
import { type Ledger, newName } from '../load/ledger.ts'
import { startLoad } from '../load/load.ts'
import { emptyShelves } from '../load/shelves.ts'
import { type Nodes, nodeNames, startNodes, withoutNodes } from '../nodes.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { verifyAll } from '../verify/verify.ts'
import { startWatch } from '../verify/watch.ts'

const acknowledgedBetween = 100
/** SHUTDOWN_DELAY_SECONDS: more than the balancer needs to notice a stopping node, even on a busy machine. */
const drainSeconds = 3
const soundBytes = 400_000
/** Maximum duration of a read. Generous, for a busy machine. */
const readMsMax = 10_000

export const rolling: Fault = {
  leftOut: withoutNodes,
  run: (effort) => replaceInTurn(effort === 'quick' ? 2 : 20),
}

/** Replaces two nodes behind a balancer in turn. No request may fail. */
export async function replaceInTurn(times: number): Promise<Outcome> {
  const nodes = await startNodes({ SHUTDOWN_DELAY_SECONDS: `${drainSeconds}` })
  const load = startLoad(nodes.target, { more: [writeLargePieces] })
  const { problems } = load.ledger
  const watch = startWatch(
    () => nodes.target.url,
    nodes.target.token,
    { may: [200], msMax: readMsMax },
    problems,
  )
  for (let time = 0; time < times; time++) {
    await load.acknowledged(acknowledgedBetween)
    await replace(nodes, nodeNames[time % nodeNames.length]!, load.ledger)
  }
  await load.acknowledged(acknowledgedBetween)
  await watch.stop()
  await load.stop()
  if (load.counts.unanswered > 0) problems.push(`${load.counts.unanswered} writes were interrupted.`)
  await verifyAll(nodes, load.ledger)
  return { done: `replaced ${times} nodes in turn under load`, counts: load.counts, problems, backMs: [] }
}

/** An upload is in progress on the node that is being stopped, and must continue elsewhere. */
async function replace(nodes: Nodes, name: NodeName, ledger: Ledger) {
  const uploads = await Promise.all(nodeNames.map(() => openUpload(nodes)))
  const ended = nodes.end(name)
  for (const finish of uploads) await finish(ledger)
  const code = await ended
  if (code !== 0) ledger.problems.push(`A replaced node exited with ${code}.`)
  await nodes.start(name)
}

/** Sends half of a file, and the rest when `finish` is called. */
async function openUpload({ target }: Nodes) {
  const { bytes, name: filename } = someSound(soundBytes)
  const name = newName('asset')
  const half = bytes.length >> 1
  const { path } = await begin(target, target, bytes.length, { name, filename })
  const patch: ClientRequest = await openPatch(target, target, path, 0, bytes.length)
  const answered: Promise<IncomingMessage> = once(patch, 'response').then(([response]) => response)
  answered.catch(() => {})
  patch.write(bytes.subarray(0, half))
  return async ({ things, problems }: Ledger) => {
    patch.end(bytes.subarray(half))
    const response = await answered.catch((error: Error) => error)
    if (response instanceof Error || response.statusCode !== 204) {
      const how = response instanceof Error ? response.message : response.statusCode
      problems.push(`An upload in progress got ${how}.`)
      return
    }
    const id = response.resume().headers['upload-asset'] as string
    const { shown } = kinds.asset.make(name, emptyShelves())
    const state = { ...shown, checksum: checksumOf(bytes), trashed: false }
    things.set(id, { kind: 'asset', id, may: [state] })
  }
}
