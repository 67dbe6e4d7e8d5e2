// Writes all generated files. With --check, only reports outdated files.
import { readFile, writeFile } from 'node:fs/promises'
import { apiDocument } from '../server/src/routes.ts'
import { operationTypes } from './operation-types.ts'
import { resourceTypes } from './resource-types.ts'
import { shippedFontsModule } from './shipped-fonts.ts'

const generated: Record<string, () => string | Promise<string>> = {
  'server/openapi.json': () => json(apiDocument()),
  'sdk/src/names.gen.ts': () => copyOf('names.ts', 'what a name is, and which two are the same.'),
  'sdk/src/upload-limits.gen.ts': () =>
    copyOf('shares/upload-limits.ts', 'the types, limits and defaults of uploads by visitors of a share.'),
  'sdk/src/api.gen.ts': () => `${resourceTypes(apiDocument())}\n${operationTypes(apiDocument())}`,
  'typesetting/src/shipped-fonts.gen.ts': shippedFontsModule,
}

const root = new URL('../', import.meta.url)
const checking = process.argv.includes('--check')

for (const [path, produce] of Object.entries(generated)) {
  const file = new URL(path, root)
  const fresh = await produce()
  const current = await readFile(file, 'utf8').catch(() => '')
  if (fresh === current) continue
  if (checking) {
    console.error(`${path} is out of date. Run npm run fix and commit it.`)
    process.exitCode = 1
  } else {
    await writeFile(file, fresh)
    console.log(`Wrote ${path}`)
  }
}

function json(value: unknown) {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Returns a copy of a server file for the SDK, which is published separately. */
async function copyOf(path: string, about: string) {
  const source = await readFile(new URL(`server/src/${path}`, root), 'utf8')
  return source.replace(/\/\*\*[\s\S]*?\*\/\n/, `/** Generated from server/src/${path}: ${about} */\n`)
}
