/**
 * The thread of the first company. It reports when it is ready, sends requests at a fixed rate, and reports
 * the responses.
 */

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Effort } from '../outcome.ts'
import { startPace } from '../soak/pace.ts'
import type { Told } from '../soak/weighted-request.ts'
import type { Attacker, Use } from './attack.ts'
import { type AttackName, attacks } from './attacks.ts'

export type Order = { name: AttackName; use: Use; companies: Attacker[]; effort: Effort }

/** Count per status and request: `422 /api/tags`. 0 means no response. */
export type Tally = Record<string, number>

const { name, use, companies, effort } = workerData as Order
const { open, perSecond } = attacks[name]
const tally: Tally = {}

const none: Told = { status: 0, text: '' }

function count(name: string, answers: Told | Told[]): Told {
  for (const { status } of [answers].flat()) {
    const key = `${status} ${name}`
    tally[key] = (tally[key] ?? 0) + 1
  }
  return none
}

const askings = await open(use, companies, effort)
const pace = startPace(
  askings.map((asking) => ({
    ...asking,
    expected: 0,
    // A server can disconnect a client that sends too much.
    ask: () =>
      asking
        .ask()
        .catch(() => none)
        .then((answers) => count(asking.name, answers)),
  })),
  perSecond,
)
parentPort!.postMessage('started')
await once(parentPort!, 'message')
parentPort!.postMessage(tally)
void pace.stop()
