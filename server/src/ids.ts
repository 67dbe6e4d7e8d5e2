import { randomUUIDv7 } from 'node:crypto'

/**
 * Public IDs are TypeIDs (R-WIRE-5): a prefix that names the resource, `_`, and 26 characters of base32 for a
 * UUIDv7. In the database they have the type `uuid`. The codec is custom for speed, because a list writes a
 * hundred IDs per page. The official vectors test it.
 */
export const idPrefixes = {
  enterprise: 'ent',
  company: 'cmp',
  person: 'usr',
  client: 'cli',
  app: 'app',
  secret: 'sec',
  template: 'tpl',
  templateTag: 'ttg',
  asset: 'ast',
  assetTag: 'tag',
  folder: 'fld',
  brandKit: 'bkt',
  logo: 'lgo',
  color: 'clr',
  font: 'fnt',
  brandPage: 'bpg',
  job: 'job',
  webhook: 'whk',
  delivery: 'dlv',
  message: 'msg',
  upload: 'upl',
  securityEvent: 'sev',
  invitation: 'inv',
  render: 'rnd',
  renderBatch: 'rbt',
  renderBatchRow: 'rbr',
  renderLink: 'rln',
  loggedRequest: 'lrq',
  archive: 'arc',
  share: 'shr',
  shareVisit: 'shv',
  collection: 'col',
  property: 'prp',
  preset: 'pre',
  comment: 'cmt',
  review: 'rev',
  savedSearch: 'ssr',
} as const

export type IdKind = keyof typeof idPrefixes

/** A UUID in its usual text form, as in the database. */
export type Uuid = string
export type CompanyId = Uuid

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letterValues = new Map([...alphabet].map((letter, value) => [letter, value]))
/** A suffix: 26 characters hold 130 bits, so the upper two bits of the first must be zero. */
const suffixPattern = /^[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/

/**
 * A new time-ordered UUID. Each UUID is greater than those that this process created before, even within a
 * millisecond. `at` sets its time of creation in milliseconds; the order within that millisecond is then
 * random.
 */
export function newId(at?: Date): Uuid {
  const id = randomUUIDv7()
  if (at !== undefined) return `${timePart(at)}${id.slice(13)}`
  countId(Date.now(), id)
  return `${timePart(new Date(last.time))}-7${last.count.toString(16).padStart(3, '0')}${id.slice(18)}`
}

/** The counter of RFC 9562 §6.2, method 1: the 12 bits after the version. */
const last = { time: 0, count: 0 }

/** A counter that is used up takes the next millisecond. Each millisecond starts in the lower half, at random. */
function countId(time: number, id: Uuid) {
  if (time <= last.time && last.count < 0xfff) last.count += 1
  else {
    last.time = Math.max(time, last.time + 1)
    last.count = Number.parseInt(id.slice(15, 18), 16) & 0x7ff
  }
}

/** The smallest UUID with this time: `id >= earliestId(t)` means "created at t or later". */
export function earliestId(at: Date): Uuid {
  return `${timePart(at)}-0000-0000-000000000000`
}

function timePart(at: Date) {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0').slice(-12)
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

export const nameOfKind = (kind: IdKind) => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function publicId(kind: IdKind, id: Uuid): string {
  return `${idPrefixes[kind]}_${encode(id)}`
}

/** The UUID of a public ID. Undefined if the text is not an ID of this kind. */
export function parseId(kind: IdKind, text: string): Uuid | undefined {
  const prefix = idPrefixes[kind]
  if (text.length !== prefix.length + 27 || !text.startsWith(`${prefix}_`)) return undefined
  const suffix = text.slice(prefix.length + 1)
  return suffixPattern.test(suffix) ? decode(suffix) : undefined
}

const letterPairs = Array.from({ length: 1024 }, (_, bits) => alphabet[bits >> 5]! + alphabet[bits & 31]!)

/** Indexed by character code. */
const hexValues = new Uint8Array(128)
for (const [value, digit] of [...'0123456789abcdef'].entries()) hexValues[digit.charCodeAt(0)] = value

/**
 * Encodes a UUID. The 128 bits after two zero bits are 13 pairs of characters. The first pair encodes 8 bits,
 * and then 5 hex digits encode two pairs.
 */
function encode(id: Uuid): string {
  let text = ''
  let bits = 0
  let digits = 3
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    if (code === hyphen) continue
    bits = (bits << 4) | hexValues[code]!
    digits += 1
    if (digits < 5) continue
    text += text === '' ? letterPairs[bits]! : letterPairs[bits >> 10]! + letterPairs[bits & 1023]!
    bits = 0
    digits = 0
  }
  return text
}

const hyphen = '-'.charCodeAt(0)

function decode(suffix: string): Uuid {
  const value = (at: number) => letterValues.get(suffix[at]!)!
  let hex = ((value(0) << 5) | value(1)).toString(16).padStart(2, '0')
  for (let at = 2; at < 26; at += 4) {
    const bits = (value(at) << 15) | (value(at + 1) << 10) | (value(at + 2) << 5) | value(at + 3)
    hex += bits.toString(16).padStart(5, '0')
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
