import type { Command } from 'commander'
import { type Kind, kinds } from '../lists/kinds.ts'
import type { Terminal } from '../terminal.ts'
import { addMoveAssets, addMoveFolders } from './move.ts'
import { addSetProperties } from './set-properties.ts'
import { addSetReview } from './set-review.ts'
import { addTagging } from './tag.ts'
import { addTrash } from './trash.ts'
import { addUpdate } from './update.ts'

const updatable = ['templates', 'assets', 'folders', 'tags', 'asset-tags', 'brand-kit', 'properties']
const trashable = ['templates', 'assets', 'folders', 'tags', 'asset-tags']

/** Commands that change resources. @param lists the commands of the resource types, by name. */
export function addUpdates(lists: Map<string, Command>, terminal: Terminal) {
  for (const kind of named(updatable)) addUpdate(lists.get(kind.name)!, terminal, kind)
  for (const kind of named(trashable)) addTrash(lists.get(kind.name)!, terminal, kind)
  addTagging(lists.get('assets')!, terminal)
  addSetProperties(lists.get('assets')!, terminal)
  addSetReview(lists.get('assets')!, terminal)
  addMoveAssets(lists.get('assets')!, terminal)
  addMoveFolders(lists.get('folders')!, terminal)
}

const named = (names: string[]): Kind<Record<string, unknown>>[] =>
  kinds.filter(({ name }) => names.includes(name))
