// Engines: embedded, postgres
// Model test of tags: after changes of tags and tagged resources in any order, all counts, tag lists, filters and
// searches equal an in-memory model and a recount in SQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId, type Uuid } from '../src/ids.ts'
import { attachTags, detachTags, setTags } from '../src/tags/attach.ts'
import { countTagged } from '../src/tags/counts.ts'
import { purgeTags } from '../src/tags/trash.ts'
import { newCompany } from './support/companies.ts'
import { forRuns } from './support/fuzz.ts'
import { everything, idsOf, type Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { taggedResources } from './support/tagged.ts'

const runs = 8
const stepsMax = 40
const resourcesPerRun = 4

const service = await startService()
const { db } = service
let companies = 0

type Tagging = { source: 'manual' | 'embedded'; confidence: null }
type Tag = { id: string; name: string; state: 'live' | 'trashed' | 'gone'; on: Map<string, Tagging> }
type Resource = { id: string; uuid: Uuid; trashed: boolean }

const names = ['Sun', 'SUN', 'SÚN', 'Moon', 'Moon rock', 'Rock', '☀', '☾', 'Sun rock']
const some = fc.nat({ max: 99 })
const whats = {
  create: 4,
  attach: 2,
  attachEmbedded: 2,
  attachMany: 1,
  detach: 1,
  set: 1,
  rename: 2,
  merge: 1,
  delete: 2,
  restore: 1,
  purge: 1,
  trashCarrier: 1,
}
type What = keyof typeof whats
const what = fc.oneof(
  ...Object.entries(whats).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as What) })),
)
const step = fc.tuple(what, some, some)

for (const [noun, path, list] of [
  ['asset', '/api/asset-tags', '/api/assets'],
  ['template', '/api/tags', '/api/templates'],
] as const) {
  test(`${path}: counts, filters and search stay correct after changes in any order`, async (t) => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: stepsMax / 2, maxLength: stepsMax }),
      async (steps) => {
        const library = await newLibrary(noun, path)
        for (const [what, a, b] of steps) await library.take[what](a, b)
        await assertTrue(library, noun, path, list)
      },
    )
    await fc.assert(property, forRuns(runs, t))
  })
}

async function newLibrary(noun: 'asset' | 'template', path: string) {
  companies += 1
  const company = await newCompany(service, `Model ${companies}`)
  const { companyId } = company
  const { work, newResource } = taggedResources(service, company, noun)
  const tags: Tag[] = []
  const resources: Resource[] = []
  for (let n = 0; n < resourcesPerRun; n++)
    resources.push({ ...(await newResource(n === 0 ? 'sun' : `plain ${n}`)), trashed: false })

  // Accents distinguish names.
  const key = (name: string) => name.normalize('NFC').toLowerCase()
  const isTaken = (name: string, except?: Tag) =>
    tags.some((tag) => tag !== except && tag.state === 'live' && key(tag.name) === key(name))
  const uuid = (tag: Tag) => parseId(`${noun}Tag`, tag.id)!
  const resourceAt = (n: number) => resources[n % resources.length]!
  const at = (n: number, state: Tag['state']) => {
    const those = tags.filter((tag) => tag.state === state)
    return those[n % those.length]
  }
  const put = (tag: Tag, resource: Resource, { source, confidence }: Tagging) => {
    const known = tag.on.get(resource.id)
    if (!known || source === 'manual') tag.on.set(resource.id, { source, confidence })
  }
  const manual: Tagging = { source: 'manual', confidence: null }

  const take = {
    async create(a: number) {
      const name = names[a % names.length]!
      const { status, body } = await company.post(path, { name })
      assert.equal(status, isTaken(name) ? 422 : 201)
      if (status === 201) tags.push({ id: body.data.id, name, state: 'live', on: new Map() })
    },
    async attach(a: number, b: number) {
      const [tag, resource] = [at(a, 'live'), resourceAt(b)]
      if (!tag) return
      await work((trx) => attachTags(trx, companyId, noun, resource.uuid, [uuid(tag)]))
      put(tag, resource, manual)
    },
    async attachEmbedded(a: number, b: number) {
      const [tag, resource] = [at(a, 'live'), resourceAt(b)]
      if (!tag) return
      await work((trx) => attachTags(trx, companyId, noun, resource.uuid, [uuid(tag)], 'embedded'))
      put(tag, resource, { source: 'embedded', confidence: null })
    },
    async attachMany(a: number, b: number) {
      const asked = [at(a, 'live'), at(b, 'live')].filter((tag) => tag !== undefined)
      const all = resources.map((resource) => resource.uuid)
      await work((trx) => attachTags(trx, companyId, noun, all, asked.map(uuid)))
      for (const tag of asked) for (const resource of resources) put(tag, resource, manual)
    },
    async detach(a: number, b: number) {
      const [tag, resource] = [at(a, 'live'), resourceAt(b)]
      if (!tag) return
      await work((trx) => detachTags(trx, companyId, noun, [resource.uuid], [uuid(tag)]))
      tag.on.delete(resource.id)
    },
    async set(a: number, b: number) {
      const resource = resourceAt(a)
      const asked = new Set([at(a, 'live'), at(b, 'live')].filter((tag) => tag !== undefined))
      await work((trx) => setTags(trx, companyId, noun, resource.uuid, [...asked].map(uuid)))
      for (const tag of tags) {
        if (asked.has(tag)) tag.on.set(resource.id, manual)
        else if (tag.state === 'live') tag.on.delete(resource.id)
      }
    },
    async rename(a: number, b: number) {
      const tag = at(a, 'live')
      if (!tag) return
      const name = names[b % names.length]!
      const { status } = await company.patch(`${path}/${tag.id}`, { name })
      assert.equal(status, isTaken(name, tag) ? 422 : 200)
      if (status === 200) tag.name = name
    },
    async merge(a: number, b: number) {
      const [stays, first, second] = [at(a, 'live'), at(b, 'live'), at(a + b, 'live')]
      if (!stays || !first || !second) return
      const gone = new Set([first, second])
      const { status } = await company.post(`${path}/${stays.id}/merges`, {
        tags: [...gone].map(({ id }) => id),
      })
      assert.equal(status, gone.has(stays) ? 422 : 200)
      if (status !== 200) return
      for (const tag of gone) {
        for (const resource of resources) {
          const tagging = tag.on.get(resource.id)
          if (tagging) put(stays, resource, tagging)
        }
        tag.state = 'gone'
      }
    },
    async delete(a: number) {
      const tag = at(a, 'live')
      if (!tag) return
      assert.equal((await company.delete(`${path}/${tag.id}`)).status, 204)
      tag.state = 'trashed'
    },
    async restore(a: number) {
      const tag = at(a, 'trashed')
      if (!tag) return
      const { status, body } = await company.post(`${path}/${tag.id}/restoration`)
      assert.equal(status, 200)
      // If the name is taken by then, a number is appended.
      assert.equal(body.data.name === tag.name, !isTaken(tag.name))
      tag.name = body.data.name
      tag.state = 'live'
    },
    async purge() {
      const before = new Date(Date.now() + 60_000)
      assert.equal(await work((trx) => purgeTags(trx, companyId, before)), false)
      for (const tag of tags) if (tag.state === 'trashed') tag.state = 'gone'
    },
    async trashCarrier(a: number) {
      const resource = resourceAt(a)
      resource.trashed = !resource.trashed
      await work(async (trx) => {
        const deleted_at = resource.trashed ? new Date() : null
        await trx.updateTable(`${noun}s`).set({ deleted_at }).where('id', '=', resource.uuid).execute()
        await countTagged(trx, companyId, noun, [resource.uuid], resource.trashed ? -1 : 1)
      })
    },
  }
  return { company, tags, resources, take }
}

type Library = Awaited<ReturnType<typeof newLibrary>>

async function assertTrue(
  { company, tags, resources }: Library,
  noun: 'asset' | 'template',
  path: string,
  list: string,
) {
  const live = tags.filter(({ state }) => state === 'live')
  const shown = resources.filter(({ trashed }) => !trashed)
  const listed = await everything(company, path)
  assert.deepEqual(idsOf(listed).sort(), live.map(({ id }) => id).sort())
  assert.equal(new Set(listed.map(({ slug }) => slug)).size, live.length)
  const taggedWith = (tag: Tag) => shown.filter(({ id }) => tag.on.has(id)).map(({ id }) => id)
  for (const tag of live) {
    const row = listed.find(({ id }) => id === tag.id)!
    assert.deepEqual([row.name, row[`${noun}s_count`]], [tag.name, taggedWith(tag).length], tag.name)
    const found = await everything(company, `${list}?tag=${tag.id}`)
    assert.deepEqual(idsOf(found).sort(), taggedWith(tag).sort())
  }
  for (const resource of shown) {
    const { body } = await company.get(`${list}/${resource.id}`)
    const own = live.filter(({ on }) => on.has(resource.id))
    const expected = own.map((tag) => ({ id: tag.id, ...(noun === 'asset' && tag.on.get(resource.id)) }))
    const got = body.data.tags.map(({ id, source, confidence }: Shown) => ({
      id,
      ...(noun === 'asset' && { source, confidence }),
    }))
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    assert.deepEqual(got.sort(byId), expected.sort(byId))
  }
  const isTagged = ({ id }: Resource) => live.some(({ on }) => on.has(id))
  const untagged = shown.filter((resource) => !isTagged(resource))
  const asks: [asked: string, expected: Resource[]][] = [
    ['untagged=true', untagged],
    ['untagged=true&sort=name', untagged],
    ['untagged=true&page=1', untagged],
    ['untagged=true&search=plain', untagged.filter((resource) => resource !== resources[0])],
    ['untagged=false', shown.filter(isTagged)],
  ]
  if (noun === 'asset')
    asks.push(['untagged=true&with_trashed=true', resources.filter((resource) => !isTagged(resource))])
  for (const [asked, expected] of asks) {
    const found = await everything(company, `${list}?${asked}`)
    assert.deepEqual(idsOf(found).sort(), expected.map(({ id }) => id).sort(), asked)
  }
  for (const word of ['sun', 'rock', 'moon', 'sun rock']) {
    const found = shown.filter((resource) =>
      word.split(' ').every((part) => {
        const isOwn = part === 'sun' && resource === resources[0]
        return isOwn || live.some(({ name, on }) => on.has(resource.id) && plainWords(name).includes(part))
      }),
    )
    const searched = await everything(company, `${list}?search=${encodeURIComponent(word)}`)
    assert.deepEqual(idsOf(searched).sort(), found.map(({ id }) => id).sort(), word)
  }
  assert.deepEqual(await wrongCounts(company.companyId, noun), [])
}

const plainWords = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(' ')

/** Returns the stored counts that differ from the number of taggings. */
async function wrongCounts(companyId: string, noun: 'asset' | 'template') {
  const [tags, taggings, resources] = [`${noun}_tags`, `${noun}_taggings`, `${noun}s`].map((name) =>
    sql.table(name),
  )
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql`
      select t.name, t.${sql.ref(`${noun}s_count`)} as kept, count(r.id) as counted
      from ${tags} t left join ${taggings} g on g.tag_id = t.id
      left join ${resources} r on r.id = g.id and r.deleted_at is null
      group by t.company_id, t.id having t.${sql.ref(`${noun}s_count`)} <> count(r.id)
      union all
      select r.name, r.tags_count, count(g.id) from ${resources} r left join ${taggings} g on g.id = r.id
      group by r.company_id, r.id having (r.tags_count = 0) <> (count(g.id) = 0)`.execute(trx),
  )
  return rows
}
