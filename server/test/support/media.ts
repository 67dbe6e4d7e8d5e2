// Audio and video files without content, built byte by byte with a known duration and size.

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const zeros = (length: number) => Buffer.alloc(length)

/** An element of ISO 14496-12. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint32(8 + body.length), Buffer.from(type, 'latin1'), body])
}

const fullBox = (type: string, flags: number, ...parts: Buffer[]) => box(type, uint32(flags), ...parts)
const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(uint32))

type Movie = {
  brand?: string
  /** The duration in the header of the movie, in milliseconds. */
  duration: number
  /** The duration in the header of the track. By default as long as the samples. */
  trackDuration?: number
  /** Samples of 100 ms each. */
  samples: number
  video?: { width: number; height: number }
  isFragmented?: boolean
}

/** A movie with one track: video or audio. */
export function mp4({
  brand = 'isom',
  duration,
  trackDuration,
  samples,
  video,
  isFragmented = false,
}: Movie): Buffer {
  const ofTrack = trackDuration ?? (isFragmented ? 0 : samples * 100)
  const times = [uint32(0), uint32(0), uint32(1_000)]
  const mvhd = fullBox(
    'mvhd',
    0,
    ...times,
    uint32(duration),
    uint32(0x10000),
    uint16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    uint32(2),
  )
  const size = [uint32((video?.width ?? 0) << 16), uint32((video?.height ?? 0) << 16)]
  const tkhd = fullBox(
    'tkhd',
    3,
    uint32(0),
    uint32(0),
    uint32(1),
    zeros(4),
    uint32(ofTrack),
    zeros(8),
    zeros(8),
    matrix,
    ...size,
  )
  const mdhd = fullBox('mdhd', 0, ...times, uint32(ofTrack), uint16(0x55c4), uint16(0))
  const hdlr = fullBox(
    'hdlr',
    0,
    zeros(4),
    Buffer.from(video ? 'vide' : 'soun'),
    zeros(12),
    Buffer.from('x\0'),
  )
  const entry = video
    ? box(
        'avc1',
        zeros(6),
        uint16(1),
        zeros(16),
        uint16(video.width),
        uint16(video.height),
        uint32(0x480000),
        uint32(0x480000),
        zeros(4),
        uint16(1),
        zeros(32),
        uint16(24),
        uint16(0xffff),
      )
    : box('mp4a', zeros(6), uint16(1), zeros(8), uint16(2), uint16(16), zeros(4), uint32(44_100 << 16))
  const count = isFragmented ? 0 : samples
  const stts = fullBox('stts', 0, uint32(count ? 1 : 0), ...(count ? [uint32(count), uint32(100)] : []))
  const stsz = fullBox('stsz', 0, uint32(1), uint32(count))
  const stsc = fullBox(
    'stsc',
    0,
    uint32(count ? 1 : 0),
    ...(count ? [uint32(1), uint32(count), uint32(1)] : []),
  )
  const stco = fullBox('stco', 0, uint32(count ? 1 : 0), ...(count ? [uint32(32)] : []))
  const stbl = box('stbl', fullBox('stsd', 0, uint32(1), entry), stts, stsz, stsc, stco)
  const header = video ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4))
  const dinf = box('dinf', fullBox('dref', 0, uint32(1), fullBox('url ', 1)))
  const trak = box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', header, dinf, stbl)))
  const mvex = isFragmented
    ? [box('mvex', fullBox('trex', 0, uint32(1), uint32(1), uint32(100), uint32(1), uint32(0)))]
    : []
  const ftyp = box('ftyp', Buffer.from(brand.padEnd(4)), uint32(0), Buffer.from(brand.padEnd(4)))
  const mdat = box('mdat', zeros(samples))
  if (!isFragmented) return Buffer.concat([ftyp, mdat, box('moov', mvhd, trak)])
  const half = samples / 2
  return Buffer.concat([
    ftyp,
    box('moov', mvhd, trak, ...mvex),
    ...[0, 1].flatMap((part) => fragment(part, half)),
  ])
}

function fragment(part: number, samples: number): Buffer[] {
  const moof = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, uint32(part + 1)),
      box(
        'traf',
        fullBox('tfhd', 0x20000, uint32(1)),
        fullBox('tfdt', 0, uint32(part * samples * 100)),
        fullBox('trun', 1, uint32(samples), uint32(offset)),
      ),
    )
  return [moof(moof(0).length + 8), box('mdat', zeros(samples))]
}

function chunk(id: string, body: Buffer, length = body.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(id, 'latin1')
  head.writeUInt32LE(length >>> 0, 4)
  return Buffer.concat([head, body, zeros(body.length % 2)])
}

type Wave = {
  format: number
  rate: number
  bytesPerSecond: number
  blockAlign: number
  bits: number
  data: number
  /** Whether the file has an unknown length, as when a program writes it to a pipe. */
  isPiped?: boolean
  samples?: number
}

export function wav({
  format,
  rate,
  bytesPerSecond,
  blockAlign,
  bits,
  data,
  isPiped = false,
  samples,
}: Wave): Buffer {
  const fmt = Buffer.alloc(16)
  fmt.writeUInt16LE(format)
  fmt.writeUInt16LE(1, 2)
  fmt.writeUInt32LE(rate, 4)
  fmt.writeUInt32LE(bytesPerSecond, 8)
  fmt.writeUInt16LE(blockAlign, 12)
  fmt.writeUInt16LE(bits, 14)
  const fact = Buffer.alloc(4)
  fact.writeUInt32LE(samples ?? 0)
  const unknown = isPiped ? 0xffffffff : undefined
  const chunks = [
    chunk('fmt ', fmt),
    ...(samples ? [chunk('fact', fact)] : []),
    chunk('data', zeros(data), unknown),
  ]
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks])
  return chunk('RIFF', body, unknown)
}

function element(id: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const hex = id.toString(16)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(hex, 'hex'), size, body])
}

/** @param seconds undefined for a recording that never wrote its length. */
export function webm(seconds: number | undefined, video?: { width: number; height: number }): Buffer {
  const float = Buffer.alloc(8)
  float.writeDoubleBE((seconds ?? 0) * 1_000)
  const info = element(
    0x1549a966,
    element(0x2ad7b1, uint32(1_000_000)),
    ...(seconds === undefined ? [] : [element(0x4489, float)]),
  )
  const track = video
    ? element(
        0xae,
        element(0xd7, uint16(1)),
        element(0x73c5, uint16(1)),
        element(0x83, Buffer.from([1])),
        element(0x86, Buffer.from('V_VP9')),
        element(0xe0, element(0xb0, uint16(video.width)), element(0xba, uint16(video.height))),
      )
    : element(
        0xae,
        element(0xd7, uint16(1)),
        element(0x73c5, uint16(1)),
        element(0x83, Buffer.from([2])),
        element(0x86, Buffer.from('A_OPUS')),
        element(0xe1, element(0xb5, float.fill(0) && floatOf(48_000)), element(0x9f, Buffer.from([1]))),
      )
  const block = (time: number) => element(0xa3, Buffer.from([0x81]), uint16(time), Buffer.from([0x80, 0]))
  const clusters = [0, 1_000].map((time) =>
    element(0x1f43b675, element(0xe7, uint16(time)), block(0), block(900)),
  )
  const ebml = element(0x1a45dfa3, element(0x4282, Buffer.from('webm')))
  return Buffer.concat([ebml, element(0x18538067, info, element(0x1654ae6b, track), ...clusters)])
}

function floatOf(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** Frames of 128 kbit/s at 44.1 kHz, 1,152 samples each. */
export const mp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), zeros(413)])),
  )

export function flac(seconds: number): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4_096)
  info.writeUInt16BE(4_096, 2)
  // 20 bits of the rate, 3 of the channels, 5 of the depth, 36 of the samples.
  info.writeBigUInt64BE(
    (44_100n << 44n) | (1n << 41n) | (15n << 36n) | BigInt(Math.round(seconds * 44_100)),
    10,
  )
  return Buffer.concat([
    Buffer.from('fLaC'),
    Buffer.from([0x80, 0, 0, 34]),
    info,
    Buffer.from('fff8c9180000', 'hex'),
    zeros(60),
  ])
}

/** @param granule samples until the end of the page. */
function oggPage(type: number, granule: number, number: number, body: Buffer): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head[5] = type
  head.writeBigInt64LE(BigInt(granule), 6)
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(number, 18)
  head[26] = 1
  const page = Buffer.concat([head, Buffer.from([body.length]), body])
  page.writeUInt32LE(oggChecksum(page), 22)
  return page
}

function oggChecksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) {
    sum = (sum ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80000000 ? 0x04c11db7 : 0)) >>> 0
  }
  return sum
}

export function vorbis(seconds: number): Buffer {
  const ident = Buffer.concat([
    Buffer.from('\x01vorbis', 'latin1'),
    zeros(4),
    Buffer.from([2]),
    zeros(16),
    Buffer.from([0xb8, 1]),
  ])
  ident.writeUInt32LE(44_100, 12)
  ident.writeUInt32LE(128_000, 20)
  const comment = Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), zeros(8), Buffer.from([1])])
  return Buffer.concat([
    oggPage(2, 0, 0, ident),
    oggPage(0, 0, 1, comment),
    oggPage(4, Math.round(seconds * 44_100), 2, zeros(50)),
  ])
}

export function opus(seconds: number): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1]), zeros(9)])
  head.writeUInt16LE(312, 10)
  head.writeUInt32LE(48_000, 12)
  const tags = Buffer.concat([Buffer.from('OpusTags'), zeros(8)])
  return Buffer.concat([
    oggPage(2, 0, 0, head),
    oggPage(0, 0, 1, tags),
    oggPage(4, 312 + Math.round(seconds * 48_000), 2, zeros(50)),
  ])
}

/** An AIFF with 16 bits, two channels and 44.1 kHz. */
export function aiff(seconds: number): Buffer {
  const frames = Math.round(seconds * 44_100)
  const comm = Buffer.concat([
    uint16(2),
    uint32(frames),
    uint16(16),
    Buffer.from('400eac44000000000000', 'hex'),
  ])
  const part = (id: string, body: Buffer) => Buffer.concat([Buffer.from(id), uint32(body.length), body])
  const body = Buffer.concat([Buffer.from('AIFF'), part('COMM', comm), part('SSND', zeros(8 + frames * 4))])
  return part('FORM', body)
}
