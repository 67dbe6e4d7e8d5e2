import { readFile } from 'node:fs/promises'
import { type FontFile, type Fonts, openFonts } from '@atelier/typesetting'
import type { RecipeFont } from './recipe.ts'
import { shippedFonts } from './shipped-fonts.ts'

/**
 * Maximum number of font sets that this process keeps open. A batch uses the same set for each of its rows.
 */
const setsMax = 2

/** The font sets, the least recently used first. */
const sets = new Map<string, Promise<Fonts>>()

/** The fonts of a recipe, opened once in this process. Damaged files are skipped. */
export async function openedFonts(
  fonts: readonly RecipeFont[],
  paths: Readonly<Record<string, string>>,
): Promise<Fonts> {
  const there = fonts.filter(({ file }) => paths[file] !== undefined)
  const key = JSON.stringify(there)
  const opened = sets.get(key) ?? open(there, paths)
  sets.delete(key)
  sets.set(key, opened)
  if (sets.size > setsMax) sets.delete(sets.keys().next().value!)
  opened.catch(() => sets.delete(key))
  return opened
}

async function open(fonts: readonly RecipeFont[], paths: Readonly<Record<string, string>>): Promise<Fonts> {
  const files = await Promise.all(
    fonts.map(
      async ({ id, file, checksum: _, ...named }): Promise<FontFile> => ({
        bytes: await readFile(paths[file]!),
        source: 'company',
        id,
        ...named,
      }),
    ),
  )
  return openFonts(files, shippedFonts)
}
