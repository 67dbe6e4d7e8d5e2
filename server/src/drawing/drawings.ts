import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompanyId, newId } from '../ids.ts'
import type { LocalCopies } from '../storage/local-copies.ts'
import type { Storage } from '../storage/storage.ts'
import { contentKey, type Recipe, type RenderFormat } from './recipe.ts'
import type { CheckedRender, MadeRender, RenderDecoder } from './render-request.ts'

/** A rendered file in storage. No row references it yet. */
export type Drawn = Omit<MadeRender, 'hasThumbnail'> & { fileKey: string; thumbnailKey: string | null }

export type Drawings = {
  /**
   * Renders a recipe and stores the file. Concurrent requests for equal recipes share one rendering.
   * @throws {DecodeError} if the recipe cannot be rendered, {@link MissingFileError}, and `unavailable` under
   * load.
   */
  draw(companyId: CompanyId, recipe: Recipe): Promise<Drawn>
  /** Fills and typesets a recipe without rendering it. @throws as `draw` does. */
  check(companyId: CompanyId, recipe: Recipe): Promise<CheckedRender>
}

/**
 * How long a rendered file is remembered until its row is committed. Files younger than this are never removed
 * (renders/delete.ts).
 */
const rememberedMs = 10_000

export const extensions: Record<RenderFormat, string> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  avif: 'avif',
  svg: 'svg',
  pdf: 'pdf',
}

export function openDrawings(storage: Storage, copies: LocalCopies, decoder: RenderDecoder): Drawings {
  const running = new Map<string, Promise<Drawn>>()

  async function draw(companyId: CompanyId, recipe: Recipe): Promise<Drawn> {
    const temporary = () => join(storage.incomingDirectory, randomUUID())
    const [path, thumbnailPath] = [temporary(), temporary()]
    try {
      const { hasThumbnail, ...made } = await copies.using(filesOf(recipe), fontsOf(recipe), (paths) =>
        decoder.makeRender(companyId, { recipe, paths: Object.fromEntries(paths) }, { path, thumbnailPath }),
      )
      const fileKey = `${companyId}/${newId()}.${extensions[recipe.target.format]}`
      const thumbnailKey = hasThumbnail ? `${companyId}/${newId()}.webp` : null
      await Promise.all([
        storage.take(fileKey, path),
        thumbnailKey !== null && storage.take(thumbnailKey, thumbnailPath),
      ])
      return { ...made, fileKey, thumbnailKey }
    } finally {
      await Promise.all([path, thumbnailPath].map((one) => rm(one, { force: true })))
    }
  }

  return {
    draw(companyId, recipe) {
      const key = `${companyId} ${contentKey(recipe)}`
      const forget = () => void running.delete(key)
      const begin = () => {
        const begun = draw(companyId, recipe)
        begun.then(() => setTimeout(forget, rememberedMs).unref(), forget)
        return begun
      }
      const drawing = running.get(key) ?? begin()
      running.set(key, drawing)
      return drawing
    },
    check: (companyId, recipe) =>
      copies.using(filesOf(recipe), fontsOf(recipe), (paths) =>
        decoder.checkRender(companyId, { recipe, paths: Object.fromEntries(paths) }),
      ),
  }
}

/** The keys of all stored files that a recipe requires. A font can be missing, which a finding reports. */
function filesOf({ document, pictures, logos }: Recipe): string[] {
  return [
    document.file,
    ...Object.values(pictures).map(({ file }) => file),
    ...logos.map(({ picture }) => picture.file),
  ]
}

const fontsOf = ({ fonts }: Recipe) => fonts.map(({ file }) => file)
