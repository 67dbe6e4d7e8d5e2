import { sql } from 'kysely'
import { isAvailable } from '../assets/availability.ts'
import type { Trx } from '../db/tenancy.ts'
import { contentKey } from '../drawing/recipe.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import { assetsOf, refusalsOf } from './pictures.ts'
import type { Waiting, Work } from './stages.ts'

export type Queued = { key: string; waiting: Waiting }

/**
 * Applies the current rights when a render is drawn, possibly long after its request. As for a new request,
 * an unavailable image fails the render, and unavailable fonts and logos are omitted.
 */
export async function recheck(
  trx: Trx,
  companyId: CompanyId,
  { key, waiting }: Queued,
): Promise<Queued & { failure?: string }> {
  const { work } = waiting
  const [failure] = refusalsOf(await assetsOf(trx, companyId, work.uses.assetIds))
  if (failure !== undefined) return { key, waiting, failure }
  const unavailable = await unavailableAmong(trx, companyId, [
    ...Object.values(work.logoAssets),
    ...work.recipe.fonts.flatMap(({ id }) => parseId('asset', id) ?? []),
  ])
  if (unavailable.size === 0) return { key, waiting }
  const left = without(work, unavailable)
  return { key: contentKey(left.recipe), waiting: { ...waiting, work: left } }
}

async function unavailableAmong(trx: Trx, companyId: CompanyId, ids: readonly Uuid[]) {
  if (ids.length === 0) return new Set<Uuid>()
  const { rows } = await sql<{ id: Uuid }>`
    select id from assets
    where company_id = ${companyId} and id = any(${[...ids]}::uuid[]) and not ${isAvailable('assets')}`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

function without({ recipe, logoAssets, ...work }: Work, unavailable: ReadonlySet<Uuid>): Work {
  const isLeft = (id: Uuid | undefined) => id === undefined || !unavailable.has(id)
  return {
    ...work,
    logoAssets: Object.fromEntries(Object.entries(logoAssets).filter(([, id]) => isLeft(id))),
    recipe: {
      ...recipe,
      fonts: recipe.fonts.filter(({ id }) => isLeft(parseId('asset', id))),
      logos: recipe.logos.filter(({ picture }) => isLeft(logoAssets[picture.key])),
    },
  }
}
