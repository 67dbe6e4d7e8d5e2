import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export type Ref = number & { readonly _ref: unique symbol }

/** Builds a PDF (ISO 32000-2 §7). The same objects produce the same bytes. */
export type PdfFile = {
  /** Reserves the number of an object that follows later. */
  reserve(): Ref
  set(ref: Ref, body: string): void
  add(body: string): Ref
  /** @param isPacked whether the data is already compressed or must stay readable. */
  addStream(dictionary: string, data: Uint8Array | string, isPacked?: boolean): Ref
  setStream(ref: Ref, dictionary: string, data: Uint8Array | string, isPacked?: boolean): void
  /** Adds an object once, even if it is requested several times. */
  once(body: string): Ref
  digest(): string
  bytes(version: string, root: Ref, info?: Ref): Buffer
}

export function newPdfFile(): PdfFile {
  const objects: (Buffer | undefined)[] = []
  const known = new Map<string, Ref>()

  const reserve = () => objects.push(undefined) as Ref
  const set = (ref: Ref, body: string) => {
    objects[ref - 1] = Buffer.from(body, 'latin1')
  }
  const setStream = (ref: Ref, dictionary: string, data: Uint8Array | string, isPacked = false) => {
    const raw = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
    const bytes = isPacked ? raw : deflateSync(raw)
    const filter = isPacked ? '' : '/Filter/FlateDecode'
    const head = `<<${dictionary}${filter}/Length ${bytes.length}>>\nstream\n`
    objects[ref - 1] = Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream')])
  }
  const added = (write: (ref: Ref) => void) => {
    const ref = reserve()
    write(ref)
    return ref
  }
  const add = (body: string) => added((ref) => set(ref, body))

  return {
    reserve,
    set,
    add,
    setStream,
    addStream: (dictionary, data, isPacked) => added((ref) => setStream(ref, dictionary, data, isPacked)),
    once(body) {
      const ref = known.get(body) ?? add(body)
      known.set(body, ref)
      return ref
    },
    digest() {
      const hash = createHash('sha256')
      for (const object of objects) if (object) hash.update(object)
      return hash.digest('hex')
    },
    bytes(version, root, info) {
      const parts: Buffer[] = [headerOf(version)]
      let at = parts[0]!.length
      const hash = createHash('sha256')
      const offsets = objects.map((object, index) => {
        const body = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object!, Buffer.from('\nendobj\n')])
        parts.push(body)
        hash.update(body)
        const offset = at
        at += body.length
        return offset
      })
      const id = hash.digest('hex').slice(0, 32)
      parts.push(endOf(offsets, at, id, root, info))
      return Buffer.concat(parts)
    },
  }
}

/** Bytes above 127 mark the file as binary (§7.5.2). */
export const headerOf = (version: string) => Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')

/**
 * The table of all objects, and the trailer (§7.5.4).
 * @param at the position of the table.
 */
export function endOf(offsets: readonly number[], at: number, id: string, root: Ref, info?: Ref): Buffer {
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  const trailer = `/Size ${size}/Root ${root} 0 R${info ? `/Info ${info} 0 R` : ''}/ID[<${id}><${id}>]`
  return Buffer.from(
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
  )
}

/** Formats a number in PDF syntax: without an exponent, and with as many digits as a printer can resolve. */
export function num(value: number): string {
  if (!Number.isFinite(value)) return '0'
  const text = value.toFixed(Math.abs(value) < 1 ? 5 : 3)
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text
}

export const nums = (values: Iterable<number>) => [...values].map(num).join(' ')

/** Formats a text string of a dictionary, in UTF-16 unless it is ASCII. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

/** Formats a name, which may contain any character (§7.3.5). */
export const nameObject = (name: string) =>
  `/${[...Buffer.from(name)].map((byte) => (/[A-Za-z0-9_.+-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `#${byte.toString(16).padStart(2, '0')}`)).join('')}`
