import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { asked } from '../load/kinds.ts'
import type { SoakTarget, Told, Work } from '../soak/weighted-request.ts'
import { type Attack, type Attacker, companiesCount } from './attack.ts'

const path = '/api/changes?since=latest'
/** The default limit of streams for one company, and the limit for ten companies. */
const streamsOf = (effort: 'whole' | 'quick') => (effort === 'quick' ? 100 : 2_000)
/** The share of streams that are held in harmless use. */
const leftPart = 0.05
/** Number of streams that are opened concurrently at the start. */
const openingMax = 20
const eventMsMax = 10_000

/**
 * Ten companies open all streams and request more. A company of another enterprise opens one stream and reads
 * it.
 */
export const heldStreams: Attack = {
  done: 'took every change stream with ten companies of one enterprise',
  env: (effort) => ({ CHANGE_STREAMS_MAX: `${streamsOf(effort)}` }),
  perSecond: 20,
  seconds: 13,
  async open(use, companies, effort) {
    const each = streamsOf(effort) / companiesCount
    const held = Math.floor(use === 'hostile' ? each : each * (1 - leftPart))
    const wanted = Array.from({ length: held }, () => companies).flat()
    await Promise.all(
      Array.from({ length: openingMax }, async () => {
        for (let company = wanted.pop(); company; company = wanted.pop()) await hold(company)
      }),
    )
    let turn = 0
    const next = () => companies[turn++ % companies.length]!
    return [
      use === 'hostile'
        ? { name: 'another stream', part: 1, ask: () => hold(next()) }
        : { name: 'changes', part: 1, ask: () => askedBy(next()) },
    ]
  },
  waits: { perSecond: 10, open: openReader },
}

const askedBy = (company: Attacker) => asked(company, company.token, 'GET', path)

/** Opens a stream and holds it until the thread ends or the server closes it. */
async function hold({ url, token }: Attacker): Promise<Told> {
  const sent = get(url + path, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.on('error', () => {}).resume()
  return { status: answer.statusCode!, text: '' }
}

async function openReader(target: SoakTarget): Promise<Work[]> {
  return [{ name: 'stream', part: 1, expected: 200, ask: () => readOne(target) }]
}

/** Opens a stream, makes a change and reads the event. */
async function readOne(target: SoakTarget): Promise<Told> {
  const { url, token } = target
  const stop = AbortSignal.timeout(eventMsMax)
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: stop,
  })
  const { status, body } = response
  if (status !== 200) return { status, text: await response.text() }
  // The reference to the body is kept, because fetch cancels an unread body when its response is
  // garbage-collected.
  const parts = body!.pipeThrough(new TextDecoderStream())
  const made = await asked(target, token, 'POST', '/api/folders', { name: `Notified ${randomUUID()}` })
  if (made.status !== 201) return made
  const { id } = made.body.data
  let text = ''
  for await (const part of parts) {
    text += part
    // Leaving the loop closes the connection.
    if (text.includes(id)) return { status, text: '' }
  }
  return { status: 0, text: `The stream ended before the event of ${id}, after ${JSON.stringify(text)}.` }
}
