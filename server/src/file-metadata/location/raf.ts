import { type ByteSource, partOfSource } from '../../images/byte-source.ts'
import { type EditAt, editWithin } from './edits.ts'
import { jpegLocations } from './jpeg.ts'

const magic = 'FUJIFILMCCD-RAW'
/** A JPEG with all metadata. Its offset and length follow the names of the format and the camera. */
const jpegAt = 84

export async function fujifilmLocations(source: ByteSource, edit: EditAt): Promise<void> {
  const head = await source.read(0, jpegAt + 8)
  if (head.toString('latin1', 0, magic.length) !== magic) return
  const [at, length] = [head.readUInt32BE(jpegAt), head.readUInt32BE(jpegAt + 4)]
  await jpegLocations(partOfSource(source, at, length), editWithin(edit, at))
}
