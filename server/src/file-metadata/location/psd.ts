import type { ByteSource } from '../../images/byte-source.ts'
import type { EditAt } from './edits.ts'
import { editResources } from './iptc.ts'

const headBytes = 26

/**
 * Edits the image resources, which follow the header and the color mode data. Each section states its length.
 */
export async function photoshopLocations(source: ByteSource, edit: EditAt): Promise<void> {
  const colors = await source.read(headBytes, 4)
  if (colors.length < 4) return
  const at = headBytes + 4 + colors.readUInt32BE(0)
  const length = await source.read(at, 4)
  if (length.length === 4) await editResources(source, at + 4, length.readUInt32BE(0), edit)
}
