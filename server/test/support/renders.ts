import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { asCompany } from '../../src/db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../../src/ids.ts'
import type { Caller } from './companies.ts'
import type { Shown } from './library.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'
import { picture, upload } from './uploads.ts'

/** The row of a finished render of a company's first template. Its files do not exist. */
export function addRender(db: Db, companyId: CompanyId): Promise<Uuid> {
  return asCompany(db, companyId, async (trx) => {
    const id = newId()
    await sql`
      insert into renders (company_id, id, template_id, template_version, key, engine, status, format, width, height,
        page_count, file_key, thumbnail_key, request)
      select company_id, ${id}, id, version, 'key', 'engine', 'done', 'png', width, height, 1,
        company_id || '/render.png', company_id || '/render.webp', '{"variables": {}}'
      from templates where company_id = ${companyId} order by id limit 1`.execute(trx)
    return id
  })
}

/** A card of 240 × 120 pixels: an image on the left, a headline and a color on the right. */
export const card = (text = 'Made for first light') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="240" height="120">
    <rect width="240" height="120" fill="#FFFFFF"/>
    <rect id="$accent" x="120" y="80" width="120" height="40" fill="#1F3D33"/>
    <image id="$photo" width="120" height="120" preserveAspectRatio="xMidYMid slice"
      xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>
    <text id="$headline" x="130" y="40" font-family="Noto Sans" font-size="12" fill="#000000">${text}</text>
  </svg>`)

export async function newTemplate(
  service: Pick<Service, 'url'>,
  caller: Pick<Caller, 'token'>,
  document = card(),
  fields: Record<string, string> = {},
): Promise<Shown> {
  const file = { bytes: document, name: 'card.svg' }
  const { status, body, text } = await upload(service, caller, file, fields, {
    path: '/api/templates',
    field: 'document',
  })
  assert.equal(status, 201, text)
  return body.data
}

export async function newPicture(
  service: Pick<Service, 'url'>,
  caller: Pick<Caller, 'token'>,
  look: Parameters<typeof picture>[0] = {},
  fields: Record<string, string> = {},
): Promise<Shown> {
  const { status, body, text } = await upload(
    service,
    caller,
    { bytes: await picture({ width: 400, height: 300, ...look }), name: 'picture.png' },
    fields,
  )
  assert.equal(status, 201, text)
  return body.data
}

/** A render after it has finished. */
export const ended = (caller: Pick<Caller, 'get'>, id: string): Promise<Shown> =>
  until(
    `${id} has ended`,
    async () => {
      const { body } = await caller.get(`/api/renders/${id}`)
      return ['done', 'failed'].includes(body.data?.status) && body.data
    },
    60_000,
  )
