import { randomUUID } from 'node:crypto'
import { type Kind, kinds } from './kinds.ts'
import { make } from './resources.ts'
import type { Writer } from './writer.ts'

/** Maximum number of each resource. */
const shelvesMax = 3

export async function fillShelves(writer: Writer) {
  const { folders, assetTags, templateTags } = writer.shelves
  const all: [Kind, string[]][] = [
    [kinds.folder, folders],
    [kinds.assetTag, assetTags],
    [kinds.templateTag, templateTags],
  ]
  for (const [kind, ids] of all)
    while (ids.length < shelvesMax && !writer.isStopped()) {
      const made = await make(writer, kind, randomUUID())
      if (made) ids.push(made.id)
    }
}
