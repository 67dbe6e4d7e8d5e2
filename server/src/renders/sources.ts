import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { type KitAsked, kitToRender, type RenderKit } from './brand-kit.ts'
import { type AssetRow, assetsOf } from './pictures.ts'
import { type RenderedTemplate, templateToRender } from './template.ts'

export type Sources = {
  /** This is called before the other methods for each render. */
  begin(trx: Trx): Promise<void>
  template(trx: Trx, publicId: string, version: number | null): Promise<RenderedTemplate>
  kit(trx: Trx, id: Uuid | null, asked: KitAsked): Promise<RenderKit>
  assets(trx: Trx, ids: readonly Uuid[]): Promise<AssetRow[]>
}

export const readSources = (companyId: CompanyId): Sources => ({
  begin: async () => {},
  template: (trx, publicId, version) => templateToRender(trx, companyId, publicId, version),
  kit: (trx, id, asked) => kitToRender(trx, companyId, id, asked),
  assets: (trx, ids) => assetsOf(trx, companyId, ids),
})

/** Cache lifetime. Short, because usage rights begin and end without a change in the company. */
const keptMsMax = 5_000

/** Event types of renders, which do not change any source. */
const ofRenders = ['render', 'render_batch', 'render_link']

/**
 * Caches a source for many successive renders, until the company changes anything except renders. Every such
 * change has an event.
 */
export function keptSources(companyId: CompanyId): Sources {
  const read = readSources(companyId)
  const templates = new Map<string, RenderedTemplate>()
  const kits = new Map<string, RenderKit>()
  const assets = new Map<Uuid, AssetRow | undefined>()
  /** The newest event known not to have changed the sources since they were read. */
  let seen = 0
  let readAt = 0

  async function kept<Source>(
    all: Map<string, Source>,
    key: string,
    find: () => Promise<Source>,
  ): Promise<Source> {
    const source = all.get(key) ?? (await find())
    all.set(key, source)
    return source
  }

  return {
    async begin(trx) {
      const { newest, isChanged } = await changesSince(trx, companyId, seen)
      const isOld = Date.now() - readAt > keptMsMax
      if (isChanged || isOld) for (const all of [templates, kits, assets]) all.clear()
      if (isChanged || isOld) readAt = Date.now()
      seen = newest
    },
    template: (trx, publicId, version) =>
      kept(templates, `${publicId} ${version}`, () => read.template(trx, publicId, version)),
    kit: (trx, id, asked) => kept(kits, JSON.stringify([id, asked]), () => read.kit(trx, id, asked)),
    async assets(trx, ids) {
      const missing = ids.filter((id) => !assets.has(id))
      const found = missing.length === 0 ? [] : await read.assets(trx, missing)
      for (const id of missing)
        assets.set(
          id,
          found.find((asset) => asset.id === id),
        )
      return ids.flatMap((id) => assets.get(id) ?? [])
    },
  }
}

async function changesSince(trx: Trx, companyId: CompanyId, seen: number) {
  const { rows } = await sql<{ newest: number; isChanged: boolean }>`
    select c.version as newest, exists (
      select from events e
      where e.company_id = c.id and e.seq > ${seen} and e.resource_type <> all (${ofRenders}::text[])
    ) as "isChanged"
    from companies c where c.id = ${companyId}`.execute(trx)
  return rows[0]!
}
