import { resourcesIn } from '../image-resources.ts'

export type PhotoshopResources = {
  profile?: Buffer
  exif?: Buffer
  xmp?: Buffer
  iptc?: Buffer
  /** Dots per inch. */
  density?: number
  /** A small JPEG. */
  thumbnail?: Buffer
  /** False if the document was saved without a merged image, which is then white. */
  hasMergedImage: boolean
}

const resolution = 1005
const iptc = 1028
const thumbnailAndHeader = 1036
const profile = 1039
const versionInfo = 1057
const exif = 1058
const xmp = 1060

/** Reads image resource blocks up to the first damage. */
export function resources(bytes: Buffer): PhotoshopResources {
  const blocks = new Map<number, Buffer>()
  for (const { id, from, to } of resourcesIn(bytes))
    if (!blocks.has(id)) blocks.set(id, bytes.subarray(from, to))
  const found = (id: number, bytesMin = 1) => {
    const block = blocks.get(id)
    return block && block.length >= bytesMin ? block : undefined
  }
  const density = found(resolution, 4)?.readUInt32BE(0)
  return {
    ...named('profile', found(profile)),
    ...named('exif', found(exif)),
    ...named('xmp', found(xmp)),
    ...named('iptc', found(iptc)),
    ...named('density', density && density / 65_536),
    ...named('thumbnail', found(thumbnailAndHeader, thumbnailHeadBytes + 1)?.subarray(thumbnailHeadBytes)),
    hasMergedImage: found(versionInfo, 5)?.[4] !== 0,
  }
}

/** Size of the head of a thumbnail block, which contains the thumbnail's format and size. */
const thumbnailHeadBytes = 28

const named = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }

export const thumbnailOf = ({ thumbnail }: PhotoshopResources): Buffer | undefined =>
  thumbnail?.[0] === 0xff && thumbnail[1] === 0xd8 ? thumbnail : undefined
