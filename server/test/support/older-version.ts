import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atEnd } from './service.ts'

/**
 * This version without the migrations after `last`, in place of an older version. It can open, back up and
 * restore a database of that time, but it uses the current queries.
 * @returns variables for its commands.
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
