import { picture } from './uploads.ts'

/** A JPEG with an IPTC-IIM block, as Photoshop writes it. `dataSets` are of record 2: number and value. */
export async function withIptc(dataSets: [number, Buffer][], isUtf8: boolean) {
  const set = (record: number, id: number, value: Buffer) =>
    Buffer.concat([Buffer.from([0x1c, record, id, value.length >> 8, value.length & 255]), value])
  const iptc = Buffer.concat([
    ...(isUtf8 ? [set(1, 90, Buffer.from('\x1b%G', 'latin1'))] : []),
    ...dataSets.map(([id, value]) => set(2, id, value)),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(iptc.length)
  const body = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    size,
    iptc,
    Buffer.alloc(iptc.length % 2),
  ])
  const jpeg = await picture({ format: 'jpeg' })
  const head = Buffer.from([0xff, 0xed, (body.length + 2) >> 8, (body.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
