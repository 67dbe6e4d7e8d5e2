import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export function syncTree(path: string) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else syncPath(child)
  }
  syncPath(path)
}

export function syncPath(path: string) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
