import { createAsset } from '../../src/assets/create.ts'
import type { Trx } from '../../src/db/tenancy.ts'
import { parseId, publicId, type Uuid } from '../../src/ids.ts'
import { createTemplate } from '../../src/templates/create.ts'
import { changeAs, type TestCompany } from './companies.ts'
import type { Service } from './service.ts'

type Noun = 'asset' | 'template'

/** Tagged resources of a company, created as the features do, with tags, search words and counts. */
export function taggedResources({ db }: Service, { companyId }: TestCompany, noun: Noun) {
  const work = <T>(work: (trx: Trx) => Promise<T>) =>
    changeAs(db, companyId, async (trx) => ({ result: await work(trx), events: [] }))

  /** @param tags public IDs. */
  async function newResource(name: string, tags: string[] = [], description: string | null = null) {
    const tagIds = tags.map((tag) => parseId(`${noun}Tag`, tag)!)
    const id = await work((trx) =>
      noun === 'asset'
        ? createAsset(trx, companyId, {
            ...asset,
            file_key: `${companyId}/none.png`,
            name,
            description,
            tagIds,
          })
        : createTemplate(trx, companyId, { ...template, name, description, tagIds }),
    )
    return { id: publicId(noun, id), uuid: id as Uuid }
  }
  return { work, newResource }
}

const asset = {
  type: 'image',
  mime_type: 'image/png',
  extension: 'png',
  size: 1,
  checksum: '0'.repeat(64),
  status: 'ready',
  renditions: [],
  metadata: {},
  focal_point: null,
} as const satisfies Partial<Parameters<typeof createAsset>[2]>

const template = {
  type: 'image',
  status: 'draft',
  width: 1,
  height: 1,
  unit: 'px',
  variables: [],
  metadata: {},
  external_id: null,
  created_by: null,
} as const satisfies Partial<Parameters<typeof createTemplate>[2]>
