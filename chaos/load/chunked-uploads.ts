import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../server/test/support/companies.ts'
import { append, ask as askTus, metadataOf } from '../../server/test/support/resumable.ts'
import type { Outcome } from './exchange.ts'
import { checksumOf, formOf, kinds, someSound, type Wanted } from './kinds.ts'
import { nameless, newName } from './ledger.ts'
import type { Writer } from './writer.ts'

/** The upload, its chunk size in bytes, and the pause between chunks. */
type Sizes = { bytesMin: number; bytesMax: number; pieceBytesMax: number; restMs: number }

const small: Sizes = { bytesMin: 60_000, bytesMax: 200_000, pieceBytesMax: 60_000, restMs: 0 }
/**
 * The file has two or more parts in S3 (unfinished-s3.ts), but only a few, so that other writers get their
 * share.
 */
const large: Sizes = { bytesMin: 18_000_000, bytesMax: 22_000_000, pieceBytesMax: 6_000_000, restMs: 4_000 }
const restStepMs = 100

/** An upload in progress. `safe` is the number of acknowledged bytes. */
type Upload = {
  path: string
  name: string
  shown: Wanted['shown']
  bytes: Buffer
  pieceBytesMax: number
  safe: number
}

/** Uploads assets in resumable chunks, one after the other, until it is stopped. */
export async function writePieces(writer: Writer, sizes = small) {
  while (!writer.isStopped()) {
    const upload = await begin(writer, sizes)
    if (upload) await sendAll(writer, upload)
    for (let ms = 0; ms < sizes.restMs && !writer.isStopped(); ms += restStepMs) await wait(restStepMs)
  }
}

export const writeLargePieces = (writer: Writer) => writePieces(writer, large)

/** Creates an upload once, even if the request is repeated with the same idempotency key. */
async function begin(
  { ask, target, ledger, shelves, isStopped }: Writer,
  { bytesMin, bytesMax, pieceBytesMax }: Sizes,
): Promise<Upload | undefined> {
  const { bytes, name: filename } = someSound(randomInt(bytesMin, bytesMax))
  const name = newName('asset')
  const { fields, shown } = kinds.asset.make(name, shelves)
  const said = Object.entries(formOf(fields)).map(([field, values]) => [field, values.join()])
  const headers = {
    'upload-length': `${bytes.length}`,
    'upload-metadata': metadataOf({ ...Object.fromEntries(said), filename }),
    'idempotency-key': randomUUID(),
  }
  while (!isStopped()) {
    const { fate, answer } = await ask((server) => askTus(server, target, 'POST', '/api/uploads', headers))
    if (fate === 'refused') return undefined
    if (fate !== 'acknowledged') continue
    ledger.asked.add(nameless('asset', name))
    return { path: answer.headers.get('location')!, name, shown, bytes, pieceBytesMax, safe: 0 }
  }
  return undefined
}

async function sendAll(writer: Writer, upload: Upload) {
  const { ledger, target, read, isStopped } = writer
  for (let isSure = true; !isStopped(); ) {
    const outcome: Outcome = isSure
      ? await sendPiece(writer, upload)
      : await read((server) => askTus(server, target, 'HEAD', upload.path))
    isSure = outcome.fate === 'acknowledged'
    if (outcome.answer?.status === 404)
      return void ledger.problems.push(
        `The upload ${upload.path} is missing, with ${upload.safe} acknowledged bytes.`,
      )
    if (outcome.fate === 'acknowledged' && hasEnded(writer, upload, outcome.answer)) return
  }
}

function sendPiece({ ask, target }: Writer, { path, bytes, pieceBytesMax, safe }: Upload): Promise<Outcome> {
  const piece = bytes.subarray(safe, safe + randomInt(1, pieceBytesMax))
  return ask((server) => append(server, target, path, safe, piece))
}

/** Returns whether the asset was created. It does not matter which request completed it. */
function hasEnded({ ledger, name: writer }: Writer, upload: Upload, { headers }: Answer): boolean {
  const { path, name, shown, bytes, safe } = upload
  const offset = Number(headers.get('upload-offset'))
  if (offset < safe || offset > bytes.length)
    ledger.problems.push(`The upload ${path} resumes at ${offset}, although ${safe} bytes were acknowledged.`)
  upload.safe = offset
  const id = headers.get('upload-asset')
  if (id === null) return false
  ledger.asked.delete(nameless('asset', name))
  const state = { ...shown, checksum: checksumOf(bytes), trashed: false }
  ledger.things.set(id, { kind: 'asset', id, may: [state] })
  ledger.told.push({ writer, id, verb: 'created', requestId: undefined })
  return true
}
