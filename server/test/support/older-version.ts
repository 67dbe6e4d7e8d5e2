import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atEnd } from './service.ts'

/**
 * This version without the migrations behind `last`, as the one before them knew it. It opens, backs up and restores a
 * database of that time; what reads and writes rows is of today.
 * @returns what its commands have in their environment.
 */
export async function versionOf(last: string): Promise<{ NODE_OPTIONS: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-older-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const hook = join(directory, 'older.mjs')
  await writeFile(hook, hookFor(last))
  return { NODE_OPTIONS: `--import ${pathToFileURL(hook)}` }
}

const hookFor = (last: string) => `
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/src/db/migrate.ts')) return loaded
    const known = String(loaded.source).replace(/^ +'(\\d{4}-[^']+)': .*\\n/gm, (line, name) => (name > '${last}' ? '' : line))
    return { ...loaded, source: known }
  },
})
`
