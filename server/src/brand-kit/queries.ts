import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { availabilityOf } from '../assets/availability.ts'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, matching } from '../db/filters.ts'
import { finder } from '../db/finder.ts'

export type LogoRow = Awaited<ReturnType<ReturnType<typeof logoRows>['executeTakeFirstOrThrow']>>
export type ColorRow = Awaited<ReturnType<ReturnType<typeof colorRows>['executeTakeFirstOrThrow']>>
export type FontRow = Awaited<ReturnType<ReturnType<typeof fontRows>['executeTakeFirstOrThrow']>>
export type BrandKitRow = Awaited<ReturnType<ReturnType<typeof brandKitRows>['executeTakeFirstOrThrow']>>

function logoRows(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('brand_kit_logos as r')
    .innerJoin('assets as a', (join) =>
      join.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.asset_id'),
    )
    .select([
      'r.id',
      'r.brand_kit_id',
      'r.name',
      'r.variant',
      'r.theme',
      'r.asset_id',
      'a.file_key',
      'a.name as asset_name',
      'a.filename',
      'a.extension',
      'a.renditions',
      'a.mime_type',
      'a.width',
      'a.height',
      'a.available_from',
      'a.expires_at',
      'r.is_default',
      'r.position',
      'r.created_at',
      'r.updated_at',
    ])
    .select(availabilityOf('a').as('availability'))
}

function colorRows(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('brand_kit_colors as r')
    .select([
      'r.id',
      'r.brand_kit_id',
      'r.name',
      'r.hex',
      'r.opacity',
      'r.cmyk',
      'r.pantone',
      'r.role',
      'r.group',
      'r.position',
      'r.created_at',
      'r.updated_at',
    ])
}

function fontRows(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('brand_kit_fonts as r')
    .leftJoin('assets as a', (join) =>
      join.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.asset_id'),
    )
    .select([
      'r.id',
      'r.brand_kit_id',
      'r.family',
      'r.weight',
      'r.style',
      'r.role',
      'r.asset_id',
      'a.file_key',
      'a.name as asset_name',
      'a.filename',
      'a.extension',
      'a.available_from',
      'a.expires_at',
      'r.position',
      'r.created_at',
      'r.updated_at',
    ])
    .select(availabilityOf('a').as('availability'))
}

/** A self-join, because the queries of parts use both aliases: `r` for the row and `kit` for its kit. */
function brandKitRows(db: Db) {
  return db
    .selectFrom('brand_kits as r')
    .innerJoin('brand_kits as kit', (join) =>
      join.onRef('kit.company_id', '=', 'r.company_id').onRef('kit.id', '=', 'r.id'),
    )
    .select(['r.id', 'r.name', 'r.is_default', 'r.version', 'r.created_at', 'r.updated_at'])
    .select(() => [
      jsonArrayFrom(logoRows(db).where(ofKit).orderBy('r.position').orderBy('r.id')).as('logos'),
      jsonArrayFrom(colorRows(db).where(ofKit).orderBy('r.position').orderBy('r.id')).as('colors'),
      jsonArrayFrom(fontRows(db).where(ofKit).orderBy('r.position').orderBy('r.id')).as('fonts'),
    ])
}

const ofKit = () => sql<boolean>`r.company_id = kit.company_id and r.brand_kit_id = kit.id`

export const brandKits = finder({
  table: 'brand_kits',
  rows: brandKitRows,
  sorts: commonSorts,
  filters: commonFilters,
})

const partSorts = { ...commonSorts, position: { column: 'position', type: 'integer' } } as const
const partFilters = { ...commonFilters, ...matching('brand_kit', 'brand_kit_id', 'uuid') }

export const logos = finder({
  table: 'brand_kit_logos',
  rows: logoRows,
  sorts: partSorts,
  filters: { ...partFilters, ...matching('variant'), ...matching('theme') },
})

export const colors = finder({
  table: 'brand_kit_colors',
  rows: colorRows,
  sorts: partSorts,
  filters: { ...partFilters, ...matching('role') },
})

export const fonts = finder({
  table: 'brand_kit_fonts',
  rows: fontRows,
  sorts: partSorts,
  filters: { ...partFilters, ...matching('role') },
})
