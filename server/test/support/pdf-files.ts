import { createHash } from 'node:crypto'

/** A PDF whose pages are filled with these colors, 0 to 1, as an office program writes it. */
export function pdf(
  pages: readonly { width: number; height: number; color: string }[],
  { userPassword, info, xmp }: { userPassword?: string; info?: Record<string, string>; xmp?: string } = {},
): Buffer {
  const id = Buffer.from('0123456789abcdef')
  const key = userPassword === undefined ? undefined : encryptionKey(userPassword, id)
  const content = ({ width, height, color }: (typeof pages)[number], object: number) => {
    const bytes = Buffer.from(`${color} rg 0 0 ${width} ${height} re f`)
    return key ? rc4(objectKey(key.file, object), bytes) : bytes
  }
  const objects = [
    Buffer.from(
      `<</Type/Catalog/Pages 2 0 R${xmp ? `/Metadata ${3 + 2 * pages.length + (info ? 1 : 0)} 0 R` : ''}>>`,
    ),
    Buffer.from(
      `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${3 + 2 * at} 0 R`).join(' ')}]>>`,
    ),
    ...pages.flatMap((page, at) => {
      const stream = content(page, 4 + 2 * at)
      const { width, height } = page
      return [
        Buffer.from(
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${4 + 2 * at} 0 R/Resources<<>>>>`,
        ),
        Buffer.concat([
          Buffer.from(`<</Length ${stream.length}>>\nstream\n`),
          stream,
          Buffer.from('\nendstream'),
        ]),
      ]
    }),
    ...(info
      ? [
          Buffer.from(
            `<<${Object.entries(info)
              .map(([name, text]) => `/${name}(${text})`)
              .join('')}>>`,
          ),
        ]
      : []),
    ...(xmp
      ? [
          Buffer.from(
            `<</Type/Metadata/Subtype/XML/Length ${Buffer.byteLength(xmp)}>>\nstream\n${xmp}\nendstream`,
          ),
        ]
      : []),
    ...(key
      ? [
          Buffer.from(
            `<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${key.owner.toString('hex')}>/U<${key.user.toString('hex')}>>>`,
          ),
        ]
      : []),
  ]
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  for (const [at, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0))
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = key ? `/Encrypt ${objects.length} 0 R` : ''
  const infoAt = info ? `/Info ${3 + 2 * pages.length} 0 R` : ''
  const ids = `/ID[<${id.toString('hex')}><${id.toString('hex')}>]`
  parts.push(
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`),
    Buffer.from(
      `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${infoAt}${encrypt}${ids}>>\nstartxref\n${start}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password), padding]).subarray(0, 32)
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3). */
function encryptionKey(userPassword: string, id: Buffer) {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword))
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-4)
  const file = md5(padded(userPassword), owner, permissions, id).subarray(0, 5)
  return { owner, file, user: rc4(file, padding) }
}

const objectKey = (file: Buffer, object: number) =>
  md5(file, Buffer.from([object & 255, (object >> 8) & 255, 0, 0, 0])).subarray(0, 10)

/** Implemented here, because OpenSSL no longer contains RC4. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    ;[state[one], state[other]] = [state[other]!, state[one]!]
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + state[at]! + key[at % key.length]!) & 255
    swap(at, other)
  }
  let [one, other] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      one = (one + 1) & 255
      other = (other + state[one]!) & 255
      swap(one, other)
      return byte ^ state[(state[one]! + state[other]!) & 255]!
    }),
  )
}
