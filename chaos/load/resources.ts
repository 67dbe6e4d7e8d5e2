import { randomInt, randomUUID } from 'node:crypto'
import { upload } from '../../server/test/support/uploads.ts'
import { asked, create, type Kind, type Wanted } from './kinds.ts'
import { nameless, newName, type State, settle, type Thing } from './ledger.ts'
import { note, type Writer } from './writer.ts'

const changesMax = 5
/** The share of creations with an idempotency key. The result of other creations is found by name. */
const keyedPart = 0.7
/** The share of acknowledged creations that are sent again. */
const repeatedPart = 0.2
/**
 * The number of brand kits is limited. The limit would be reached if resources without trash were never
 * deleted.
 */
const deletesAll = (kind: Kind) => !kind.hasTrash

/** Creates resources of a kind and changes each several times, until the writer is stopped. */
export async function writeThings(writer: Writer, kind: Kind) {
  while (!writer.isStopped()) {
    const thing = await make(writer, kind, someKey(kind))
    for (let turn = randomInt(changesMax + 1); thing && turn > 0 && !writer.isStopped(); turn--)
      await alter(writer, kind, thing)
    if (thing && deletesAll(kind)) await remove(writer, kind, thing)
  }
}

const someKey = (kind: Kind) => (Math.random() < keyedPart || deletesAll(kind) ? randomUUID() : undefined)

/** Returns undefined if the resource was rejected, or if it is unknown whether it exists. */
export async function make(writer: Writer, kind: Kind, key: string | undefined): Promise<Thing | undefined> {
  const { ledger, target, ask } = writer
  const { name, wanted } = await whole(writer, kind)
  const claim = nameless(kind.name, name)
  const post = () => ask((server) => create(server, kind, target.token, wanted, key))
  ledger.asked.add(claim)
  let outcome = await post()
  let mayBe = outcome.fate === 'unknown'
  // If the request has an idempotency key, repeating it creates only one resource.
  while (key !== undefined && isOpen(outcome.fate) && !writer.isStopped()) {
    outcome = await post()
    mayBe ||= outcome.fate === 'unknown'
  }
  if (outcome.fate === 'acknowledged' || !mayBe) ledger.asked.delete(claim)
  if (outcome.fate !== 'acknowledged') return undefined
  const { id } = outcome.answer.body.data
  const thing = { kind: kind.name, id, may: [{ ...wanted.shown, ...(kind.hasTrash && { trashed: false }) }] }
  ledger.things.set(id, thing)
  note(ledger, writer.name, id, 'created', outcome.answer)
  if (key !== undefined && Math.random() < repeatedPart) await repeat(writer, post, thing)
  return thing
}

const isOpen = (fate: string) => fate === 'unknown' || fate === 'unsent'

/** Repeats a request with the same idempotency key, which returns the same resource. */
async function repeat({ ledger }: Writer, post: () => ReturnType<Writer['ask']>, { kind, id }: Thing) {
  const { fate, answer } = await post()
  if (fate === 'acknowledged' && answer.body.data.id !== id)
    ledger.problems.push(`The key of ${kind} ${id} also created ${answer.body.data.id}.`)
}

/** Returns the body for a new resource: a unique name, and a file if the kind has one. */
async function whole({ shelves }: Writer, kind: Kind): Promise<{ name: string; wanted: Wanted }> {
  const name = newName(kind.name)
  const { fields, shown } = kind.make(name, shelves)
  const made = await kind.file?.make()
  const wanted = { fields, ...(made?.file && { file: made.file }), shown: { ...shown, ...made?.shown } }
  return { name, wanted }
}

async function alter(writer: Writer, kind: Kind, thing: Thing) {
  if (thing.may.length > 1) return writer.mayComeLate ? undefined : look(writer, kind, thing)
  const [state] = thing.may
  if (state === undefined || state === 'gone') return
  if (state.trashed) return restore(writer, kind, thing)
  const ways = [rename, rename, ...(kind.file ? [replace] : []), ...(kind.hasTrash ? [remove] : [])]
  await ways[randomInt(ways.length)]!(writer, kind, thing)
}

/** Returns which of the possible states is the actual one. */
async function look(writer: Writer, kind: Kind, thing: Thing) {
  const { ledger, target, read } = writer
  const trash = kind.hasTrash ? '&with_trashed=true' : ''
  const path = `${kind.path}?ids=${thing.id}${trash}`
  const { fate, answer } = await read((server) => asked(server, target.token, 'GET', path))
  if (fate !== 'acknowledged') return
  const [row] = answer.body.data
  settle(ledger, thing, row ? kind.shown(row) : 'gone')
}

const but = (more: Record<string, string | number | boolean | null>) => (before: State) =>
  before === 'gone' ? before : { ...before, ...more }

/** Also moves the resource to another folder, if the kind has folders. */
async function rename({ change, target, shelves }: Writer, kind: Kind, thing: Thing) {
  const { fields, shown } = kind.make(newName(kind.name), shelves)
  const path = `${kind.path}/${thing.id}`
  await change(thing, 'updated', but(shown), (server) => asked(server, target.token, 'PATCH', path, fields))
}

async function replace({ change, target }: Writer, kind: Kind, thing: Thing) {
  const { path, field, make } = kind.file!
  const { file, shown } = await make()
  const options = { method: 'PUT', path: `${kind.path}/${thing.id}/${path}`, field }
  await change(thing, 'updated', but(shown), (server) => upload(server, target, file, {}, options))
}

async function remove({ change, target }: Writer, kind: Kind, thing: Thing) {
  const after = kind.hasTrash ? but({ trashed: true }) : (): State => 'gone'
  const path = `${kind.path}/${thing.id}`
  await change(thing, 'deleted', after, (server) => asked(server, target.token, 'DELETE', path))
}

async function restore({ change, target }: Writer, kind: Kind, thing: Thing) {
  const path = `${kind.path}/${thing.id}/restoration`
  await change(thing, 'restored', but({ trashed: false }), (server) =>
    asked(server, target.token, 'POST', path),
  )
}
