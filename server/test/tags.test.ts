// Engines: postgres
// Tags of assets and of templates have separate endpoints with the same behavior.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { attachTags, setTags, type TagSource } from '../src/tags/attach.ts'
import { tagsCalled } from '../src/tags/create.ts'
import { tagIdsNamed } from '../src/tags/tag-list.ts'
import { purgeTags } from '../src/tags/trash.ts'
import { type Answer, newCompany } from './support/companies.ts'
import { everything, idsOf, type Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { taggedResources } from './support/tagged.ts'

const service = await startService()
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const nameTaken = { name: ['The name has already been taken.'] }
const tagsInvalid = { tags: ['The selected tags is invalid.'] }
const refusal = ({ status, body }: Answer) => [status, body]

for (const [noun, path, list] of [
  ['asset', '/api/asset-tags', '/api/assets'],
  ['template', '/api/tags', '/api/templates'],
] as const) {
  const kind = `${noun}Tag` as const
  const count = `${noun}s_count`
  const { work, newResource } = taggedResources(service, acme, noun)
  const uuid = (id: string) => parseId(kind, id)!
  const testTags = (name: string, work: () => Promise<void>) => test(`${path}: ${name}`, work)

  const create = async (name: string, by = acme) => {
    const answer = await by.post(path, { name })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const get = async (id: string) => (await acme.get(`${path}/${id}`)).body.data
  const search = async (text: string) =>
    idsOf(await everything(acme, `${list}?search=${encodeURIComponent(text)}`))
  const tagsOf = async (id: string) => (await acme.get(`${list}/${id}`)).body.data.tags as Shown[]
  const namesOn = async (id: string) => (await tagsOf(id)).map(({ name }) => name)
  const eventsOf = (id: string) =>
    asCompany(db, acme.companyId, (trx) =>
      trx
        .selectFrom('events')
        .select(['type', 'data'])
        .where('resource_id', '=', uuid(id))
        .orderBy('seq')
        .execute(),
    )
  const attach = (ids: string[], tags: Uuid[], source?: TagSource) =>
    work((trx) =>
      attachTags(
        trx,
        acme.companyId,
        noun,
        ids.map((id) => parseId(noun, id)!),
        tags,
        source,
      ),
    )

  // Holds R-CHANGE-8.
  testTags('a name is unique within its company, ignoring case', async () => {
    await create('Café au lait')
    for (const name of ['Café au lait', 'café AU  lait', ' CAFÉ AU LAIT '])
      assert.deepEqual(refusal(await acme.post(path, { name })), [422, nameTaken])
    const other = await create('Tea')
    assert.deepEqual(refusal(await acme.patch(`${path}/${other.id}`, { name: 'café au lait' })), [
      422,
      nameTaken,
    ])
    assert.equal((await acme.patch(`${path}/${other.id}`, { name: 'TÉA' })).body.data.name, 'TÉA')
    await create('Café au lait', globex)
  })

  testTags('of 20 concurrent requests with the same name one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => acme.post(path, { name: 'wanted' })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      assert.deepEqual(refusal(answer), [422, nameTaken])
  })

  // Holds R-TAG-1.
  testTags('every name gets a unique slug, even one of symbols', async () => {
    const slugs = async (...names: string[]) => {
      const made: string[] = []
      for (const name of names) made.push((await create(name)).slug)
      return made
    }
    assert.deepEqual(await slugs('Sale 50%', 'Sale 50 €', 'Sale-50', 'sale 50 2'), [
      'sale-50',
      'sale-50-2',
      'sale-50-3',
      'sale-50-2-2',
    ])
    assert.deepEqual(await slugs('💩', '§§§', 'Tag'), ['tag', 'tag-2', 'tag-3'])
    assert.deepEqual(await slugs('日本'), ['日本'])
    // The 40th character of this word is a high surrogate.
    const cut = (end: string) => `${'a'.repeat(39)}${end}`
    assert.equal(new Set(await slugs(cut('𠀀'), cut('𠀁'), `${cut('𠀀')} ${cut('𠀁')}`)).size, 3)
    const symbols = await acme.get(`${list}?tag=tag-2`)
    assert.equal(symbols.status, 200)
  })

  testTags('invalid names and colors are rejected, and valid ones are stored', async () => {
    for (const name of ['', ' ', 'a\nb', 'a\0b', 'x'.repeat(201), 7, null])
      assert.equal((await acme.post(path, { name })).status, 422, JSON.stringify(name))
    for (const color of ['red', '#12345', '#GGGGGG', 5])
      assert.deepEqual(Object.keys((await acme.post(path, { name: 'colored', color })).body), ['color'])
    const { body } = await acme.post(path, { name: 'colored', color: '#a1b2c3' })
    assert.equal(body.data.color, '#A1B2C3')
    const { id } = body.data
    assert.equal((await acme.patch(`${path}/${id}`, { color: null })).body.data.color, null)
    assert.equal((await acme.patch(`${path}/${id}`, { slug: 'mine' })).status, 422)
    assert.deepEqual(
      (await eventsOf(id)).map(({ type }) => type),
      [`${noun}_tag.created`, `${noun}_tag.updated`],
    )
  })

  testTags('a rename keeps the ID, and search finds resources by the new name only', async () => {
    const tag = await create('Frühling alt')
    const tagged = await newResource('a picture', [tag.id])
    const named = await newResource('frühling in town', [tag.id])
    const both = await newResource('another', [tag.id, (await create('Frühling stays')).id])
    assert.deepEqual((await search('fruhling')).sort(), [tagged.id, named.id, both.id].sort())
    const renamed = await acme.patch(`${path}/${tag.id}`, { name: 'Herbst neu' })
    assert.deepEqual(
      [renamed.body.data.id, renamed.body.data.slug, renamed.body.data[count]],
      [tag.id, 'herbst-neu', 3],
    )
    assert.deepEqual((await search('fruhling')).sort(), [named.id, both.id].sort())
    assert.deepEqual((await search('herbst neu')).sort(), [tagged.id, named.id, both.id].sort())
    // A word of the resource and a word of a tag must both match.
    assert.deepEqual(await search('herbst picture'), [tagged.id])
    assert.deepEqual(await namesOn(tagged.id), ['Herbst neu'])
    assert.deepEqual(idsOf((await acme.get(`${path}?search=fruhling%20alt`)).body.data), [])
    assert.deepEqual(idsOf((await acme.get(`${path}?search=herbst`)).body.data), [tag.id])
    assert.equal((await acme.get(`${list}?tag=fruhling-alt`)).status, 422)
  })

  testTags('changing only case or accents keeps the slug, even if a lower number is free', async () => {
    await create('Naïve')
    const [second, third] = [await create('Naive!'), await create('Naive?')]
    await acme.delete(`${path}/${second.id}`)
    assert.equal((await acme.patch(`${path}/${third.id}`, { name: 'NAÏVE?' })).body.data.slug, 'naive-3')
  })

  // Holds R-TAG-2.
  testTags('a merge moves all taggings and deletes the merged tags', async () => {
    const [stays, one, two] = [await create('m stays'), await create('m gone'), await create('m vanished')]
    const onBoth = await newResource('on both', [stays.id, one.id])
    const onAll = await newResource('on all', [stays.id, one.id, two.id])
    const onOne = await newResource('on one', [one.id])
    await newResource('on none')
    const answer = await acme.post(`${path}/${stays.id}/merges`, { tags: [one.id, two.id, one.id] })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.body.data.id, answer.body.data[count]], [stays.id, 3])
    for (const { id } of [onBoth, onAll, onOne]) assert.deepEqual(await namesOn(id), ['m stays'])
    assert.deepEqual((await search('m stays')).sort(), [onBoth.id, onAll.id, onOne.id].sort())
    for (const word of ['gone', 'vanished']) assert.deepEqual(await search(word), [])
    for (const { id } of [one, two]) {
      assert.equal((await acme.get(`${path}/${id}`)).status, 404)
      assert.equal((await acme.post(`${path}/${id}/restoration`)).status, 404)
      const [, deleted] = await eventsOf(id)
      assert.deepEqual(deleted, { type: `${noun}_tag.deleted`, data: { merged_into: stays.id } })
    }
    await create('m gone')
  })

  // Holds R-TAG-2.
  testTags('if a merge joins two taggings, a manual one wins', async () => {
    const [stays, gone] = [await create('p stays'), await create('p gone')]
    type Source = 'manual' | 'embedded'
    const cases: [stays: Source | null, gone: Source | null, left: Source][] = [
      ['embedded', 'manual', 'manual'],
      ['manual', 'embedded', 'manual'],
      ['embedded', 'embedded', 'embedded'],
      [null, 'embedded', 'embedded'],
    ]
    const ids: string[] = []
    for (const [before, other] of cases) {
      const { id } = await newResource('provenance')
      if (before !== null) await attach([id], [uuid(stays.id)], before)
      if (other !== null) await attach([id], [uuid(gone.id)], other)
      ids.push(id)
    }
    assert.equal((await acme.post(`${path}/${stays.id}/merges`, { tags: [gone.id] })).status, 200)
    for (const [index, [, , left]] of cases.entries()) {
      const tagging = await taggingOf(ids[index]!)
      assert.equal(tagging.source, left)
    }
  })

  const taggingOf = (id: string) =>
    asCompany(db, acme.companyId, (trx) =>
      trx
        .selectFrom(`${noun}_taggings`)
        .select(['source', 'confidence'])
        .where('id', '=', parseId(noun, id)!)
        .executeTakeFirstOrThrow(),
    )

  testTags(
    'a merge into itself, with an unknown tag or without tags is rejected with an error on `tags`',
    async () => {
      const stays = await create('r stays')
      const trashed = await create('r trashed')
      await acme.delete(`${path}/${trashed.id}`)
      const foreign = await create('r foreign', globex)
      const merge = (tags: unknown) => acme.post(`${path}/${stays.id}/merges`, { tags })
      assert.deepEqual(refusal(await merge([stays.id])), [
        422,
        { tags: ['A tag cannot be merged into itself.'] },
      ])
      for (const id of [publicId(kind, newId()), trashed.id, foreign.id, 'nonsense', publicId(noun, newId())])
        assert.deepEqual(refusal(await merge([id])), [422, tagsInvalid])
      for (const tags of [[], 'x', null, undefined, [1], Array(101).fill(publicId(kind, newId()))]) {
        const answer = await merge(tags)
        assert.deepEqual([answer.status, Object.keys(answer.body)], [422, ['tags']])
      }
      assert.equal((await acme.post(`${path}/${foreign.id}/merges`, { tags: [stays.id] })).status, 404)
      assert.equal((await globex.get(`${path}/${foreign.id}`)).status, 200)
      assert.deepEqual((await eventsOf(stays.id)).length, 1)
    },
  )

  testTags('a merge only writes taggings, however many resources had both tags', async () => {
    const [stays, gone] = [await create('t stays'), await create('t gone')]
    const both = await newResource('t both', [stays.id, gone.id])
    const written = () =>
      work((trx) =>
        sql<{ xmin: string }>`
          select xmin from ${sql.table(`${noun}s`)} where id = ${parseId(noun, both.id)!}`.execute(trx),
      )
    const { rows: before } = await written()
    const merged = await acme.post(`${path}/${stays.id}/merges`, { tags: [gone.id] })
    assert.equal(merged.body.data[count], 1)
    assert.deepEqual((await written()).rows, before)
    const asked = (untagged: boolean) => acme.get(`${list}?ids=${both.id}&untagged=${untagged}`)
    assert.deepEqual(idsOf((await asked(false)).body.data), [both.id])
    await work((trx) => setTags(trx, acme.companyId, noun, parseId(noun, both.id)!, []))
    assert.deepEqual(idsOf((await asked(true)).body.data), [both.id])
  })

  // Holds R-TAG-3.
  testTags('a trashed tag appears nowhere, and its name is free', async () => {
    const [tag, other] = [await create('Ziegel'), await create('Dach')]
    const only = await newResource('only one', [tag.id])
    const two = await newResource('other one', [tag.id, other.id])
    assert.equal((await acme.delete(`${path}/${tag.id}`)).status, 204)
    for (const method of ['get', 'delete'] as const)
      assert.equal((await acme[method](`${path}/${tag.id}`)).status, 404)
    assert.equal((await acme.patch(`${path}/${tag.id}`, { name: 'x' })).status, 404)
    assert.ok(!idsOf(await everything(acme, path)).includes(tag.id))
    assert.deepEqual([await namesOn(only.id), await namesOn(two.id)], [[], ['Dach']])
    assert.equal((await acme.get(`${list}?tag=ziegel`)).status, 422)
    for (const asked of [tag.id, `${other.id}&tag=${tag.id}&tag_mode=all`])
      assert.deepEqual((await acme.get(`${list}?tag=${asked}`)).body.data, [])
    assert.deepEqual(await search('ziegel'), [])
    const found = async (query: string) =>
      idsOf((await acme.get(`${list}?${query}&ids=${only.id},${two.id}&with_total=true`)).body.data)
    for (const more of ['', '&sort=name', '&search=o']) {
      assert.deepEqual(await found(`untagged=true${more}`), [only.id], more)
      assert.deepEqual(await found(`untagged=false${more}`), [two.id], more)
    }
    const { meta } = (await acme.get(`${list}?untagged=true&ids=${only.id},${two.id}&with_total=true`)).body
    assert.equal(meta.total, 1)
    await assert.rejects(attach([two.id], [uuid(tag.id)]), { code: 'invalid' })
    const again = await create('ZIEGEL')
    assert.deepEqual([again.slug, again[count]], ['ziegel', 0])
  })

  // Holds R-LIST-15.
  testTags('trashed tags are listed on request, in every sort order, with deleted_at', async () => {
    const [tag, live] = [await create('Verworfen'), await create('Vorhanden')]
    await newResource('carries it', [tag.id])
    assert.equal((await get(tag.id)).deleted_at, null)
    const before = Date.now()
    await acme.delete(`${path}/${tag.id}`)
    const asked = `${path}?ids=${tag.id},${live.id}`
    assert.deepEqual(idsOf((await acme.get(asked)).body.data), [live.id])
    for (const sort of ['created_at', 'updated_at', 'name']) {
      const { data, meta } = (await acme.get(`${asked}&with_trashed=true&with_total=true&sort=${sort}`)).body
      assert.equal(meta.total, 2)
      assert.deepEqual(idsOf(data).sort(), [tag.id, live.id].sort(), sort)
      const lying = data.find(({ id }: Shown) => id === tag.id)
      assert.deepEqual({ ...lying, [count]: 1, name: 'Verworfen' }, lying)
      const time = Date.parse(lying.deleted_at)
      assert.ok(time >= before && time <= Date.now(), lying.deleted_at)
    }
    assert.ok(!idsOf(await everything(globex, `${path}?with_trashed=true`)).includes(tag.id))
    const restored = await acme.post(`${path}/${tag.id}/restoration`)
    assert.equal(restored.body.data.deleted_at, null)
  })

  // Holds R-TAG-3.
  testTags('a restored tag is back on all its resources', async () => {
    const tag = await create('Kehrt wieder')
    const kept = await newResource('kept', [tag.id])
    await acme.delete(`${path}/${tag.id}`)
    const later = await newResource('made meanwhile')
    const restored = await acme.post(`${path}/${tag.id}/restoration`)
    assert.equal(restored.status, 200, restored.text)
    assert.deepEqual(restored.body.data, { ...(await get(tag.id)), slug: 'kehrt-wieder', [count]: 1 })
    assert.ok(restored.body.data.updated_at > tag.updated_at)
    assert.deepEqual([await namesOn(kept.id), await namesOn(later.id)], [['Kehrt wieder'], []])
    assert.deepEqual(await search('kehrt'), [kept.id])
    assert.deepEqual((await acme.get(`${list}?untagged=true&ids=${kept.id}`)).body.data, [])
    // Repeating the request changes nothing.
    assert.deepEqual((await acme.post(`${path}/${tag.id}/restoration`)).text, restored.text)
    const types = (await eventsOf(tag.id)).map(({ type }) => type.split('.')[1])
    assert.deepEqual(types, ['created', 'deleted', 'restored'])
  })

  testTags(
    'a restored tag gets a number while another tag has its name or its slug, or the name that is sent',
    async () => {
      const tag = await create('Begehrt')
      await acme.delete(`${path}/${tag.id}`)
      const usurper = await create('begehrt')
      const restore = (json?: object) => acme.post(`${path}/${tag.id}/restoration`, json)
      assert.deepEqual(refusal(await restore({ name: 'BEGEHRT' })), [422, nameTaken])
      const numbered = (await restore()).body.data
      assert.deepEqual([numbered.name, numbered.slug], ['Begehrt 2', 'begehrt-2'])
      await acme.delete(`${path}/${tag.id}`)
      assert.equal((await restore({ name: 'Begehrt anders' })).body.data.slug, 'begehrt-anders')
      await acme.patch(`${path}/${tag.id}`, { name: 'Begehrt noch' })
      await acme.delete(`${path}/${tag.id}`)
      await acme.patch(`${path}/${usurper.id}`, { name: 'Begehrt!' })
      assert.equal((await restore({ name: 'Begehrt' })).body.data.slug, 'begehrt-2')
      assert.equal((await globex.post(`${path}/${tag.id}/restoration`)).status, 404)
    },
  )

  testTags('a purge deletes only tags that were trashed long enough ago', async () => {
    const [old, fresh, live] = [await create('q old'), await create('q fresh'), await create('q live')]
    const carrier = await newResource('q', [old.id, fresh.id, live.id])
    await acme.delete(`${path}/${old.id}`)
    await acme.delete(`${path}/${fresh.id}`)
    const trashedAt = (id: string, time: string) =>
      work((trx) =>
        trx
          .updateTable(`${noun}_tags`)
          .set({ deleted_at: new Date(time) })
          .where('id', '=', uuid(id))
          .execute(),
      )
    await trashedAt(old.id, '2026-01-01')
    const purge = () => work((trx) => purgeTags(trx, acme.companyId, new Date('2026-02-01')))
    assert.equal(await purge(), false)
    assert.equal((await acme.post(`${path}/${old.id}/restoration`)).status, 404)
    assert.equal((await acme.post(`${path}/${fresh.id}/restoration`)).status, 200)
    assert.deepEqual(await namesOn(carrier.id), ['q fresh', 'q live'])
  })

  testTags('setting tags replaces all tags and keeps taggings with tags in the trash', async () => {
    const [a, b, c] = [await create('s a'), await create('s b'), await create('s c')]
    const trashed = await create('s trashed')
    const { id } = await newResource('set', [a.id, trashed.id])
    await acme.delete(`${path}/${trashed.id}`)
    const set = (...tags: Uuid[]) =>
      work((trx) => setTags(trx, acme.companyId, noun, parseId(noun, id)!, tags))
    await set(uuid(b.id), uuid(a.id))
    assert.deepEqual(await namesOn(id), ['s a', 's b'])
    await set(uuid(c.id), uuid(b.id))
    assert.deepEqual(await namesOn(id), ['s b', 's c'])
    await assert.rejects(set(newId()), { code: 'invalid' })
    await set()
    assert.deepEqual(await namesOn(id), [])
    await acme.post(`${path}/${trashed.id}/restoration`)
    assert.deepEqual(await namesOn(id), ['s trashed'])
  })

  testTags('tags can be given by ID, slug or name, and missing names are created', async () => {
    const known = await create('Asked for')
    const asked = (...names: string[]) => work((trx) => tagIdsNamed(trx, acme.companyId, noun, names))
    assert.deepEqual(await asked(uuid(known.id), 'asked-for'), [uuid(known.id)])
    for (const unknown of ['absent', 'Asked for', newId(), ''])
      await assert.rejects(asked('asked-for', unknown), { code: 'invalid' })
    const made = await work(async (trx) => {
      const events: { type: string }[] = []
      const ids = await tagsCalled(
        trx,
        acme.companyId,
        noun,
        ['ASKED FOR', 'newly made', 'Newly made'],
        events as never,
      )
      return { ids, events }
    })
    assert.deepEqual(made.ids, [uuid(known.id), made.ids[1], made.ids[1]])
    assert.deepEqual(
      made.events.map(({ type }) => type),
      [`${noun}_tag.created`],
    )
  })

  testTags('a company cannot access the tags of another company', async () => {
    const theirs = await create('only theirs', globex)
    const mine = await newResource('mine')
    await assert.rejects(attach([mine.id], [uuid(theirs.id)]), { code: 'invalid' })
    for (const answer of [
      await acme.get(`${path}/${theirs.id}`),
      await acme.patch(`${path}/${theirs.id}`, { name: 'x' }),
      await acme.delete(`${path}/${theirs.id}`),
      await acme.post(`${path}/${theirs.id}/restoration`),
    ])
      assert.deepEqual(refusal(answer), [404, { message: 'Not Found.' }])
    assert.equal((await globex.get(`${path}/${theirs.id}`)).body.data.name, 'only theirs')
  })

  testTags('a change, deletion or merge with a stale If-Match is rejected', async () => {
    const [tag, other] = [await create('raced'), await create('raced too')]
    const stale = { 'if-match': (await acme.get(`${path}/${tag.id}`)).headers.get('etag')! }
    await acme.patch(`${path}/${tag.id}`, { color: '#000000' })
    for (const answer of [
      await acme.patch(`${path}/${tag.id}`, { name: 'mine' }, stale),
      await acme.delete(`${path}/${tag.id}`, stale),
      await acme.post(`${path}/${tag.id}/merges`, { tags: [other.id] }, stale),
    ])
      assert.equal(answer.status, 412)
    assert.equal((await get(other.id)).name, 'raced too')
  })
}

// Holds R-TAG-4.
describe('tags that a program suggests', () => {
  const { newResource } = taggedResources(service, acme, 'asset')
  const shown = async (id: string) =>
    (await acme.get(`/api/assets/${id}`)).body.data.tags.map(({ name, source, confidence }: Shown) => [
      name,
      source,
      confidence,
    ])
  const newTag = async (name: string) => (await acme.post('/api/asset-tags', { name })).body.data

  test('tags that a program suggests are ignored by filters, search and counts until they are accepted', async () => {
    const { id: mine } = await newTag('Skyline')
    const { id } = await newResource('suggested to')
    const tags = [
      { id: mine, source: 'auto', confidence: 0.75 },
      { name: 'Dusk over town', source: 'auto', confidence: 0.5 },
    ]
    const { status, body, text } = await acme.patch(`/api/assets/${id}`, { tags })
    assert.equal(status, 200, text)
    assert.deepEqual(await shown(id), [
      ['Dusk over town', 'auto', 0.5],
      ['Skyline', 'auto', 0.75],
    ])
    assert.equal((await acme.get(`/api/asset-tags/${mine}`)).body.data.assets_count, 0)
    for (const query of ['tag=skyline', 'search=skyline', 'search=dusk', 'untagged=false&search=suggested'])
      assert.deepEqual((await acme.get(`/api/assets?${query}`)).body.data, [], query)
    assert.equal((await acme.get('/api/assets?untagged=true&search=suggested')).body.data.length, 1)

    const [dusk] = body.data.tags
    await acme.patch(`/api/assets/${id}`, { tags: [mine] })
    assert.deepEqual(await shown(id), [['Skyline', 'manual', null]])
    assert.equal((await acme.get(`/api/asset-tags/${mine}`)).body.data.assets_count, 1)
    assert.equal((await acme.get('/api/assets?tag=skyline')).body.data.length, 1)
    assert.equal((await acme.get(`/api/asset-tags/${dusk.id}`)).body.data.assets_count, 0)
  })

  test("tags that a program suggests never replace a person's tag, and can be sent back unchanged", async () => {
    const [{ id: kept }, { id: other }] = [await newTag('By a person'), await newTag('By a program')]
    const { id } = await newResource('of both', [kept])
    const suggest = (confidence: number, tag: string) =>
      acme.post('/api/asset-batches', {
        action: 'tag',
        ids: [id],
        tags: [{ id: tag, source: 'auto', confidence }],
      })
    for (const [confidence, tag] of [
      [0.5, kept],
      [0.5, other],
      [0.25, other],
    ] as const)
      assert.equal((await suggest(confidence, tag)).body.data[0].status, 200)
    const both = [
      ['By a person', 'manual', null],
      ['By a program', 'auto', 0.25],
    ]
    assert.deepEqual(await shown(id), both)
    const { tags } = (await acme.get(`/api/assets/${id}`)).body.data
    assert.equal((await acme.patch(`/api/assets/${id}`, { tags })).status, 200)
    assert.deepEqual(await shown(id), both)
    await acme.post('/api/asset-batches', { action: 'untag', ids: [id], tags: [other] })
    assert.deepEqual(await shown(id), both.slice(0, 1))
  })

  test('tags that a program suggests move to the remaining tag of a merge', async () => {
    const [{ id: stays }, { id: gone }] = [await newTag('Remaining'), await newTag('Merged away')]
    const [one, two] = [await newResource('merged one', [stays]), await newResource('merged two')]
    const tags = [{ id: gone, source: 'auto', confidence: 0.5 }]
    await acme.post('/api/asset-batches', { action: 'tag', ids: [one.id, two.id], tags })
    assert.equal((await acme.post(`/api/asset-tags/${stays}/merges`, { tags: [gone] })).status, 200)
    assert.deepEqual(await shown(one.id), [['Remaining', 'manual', null]])
    assert.deepEqual(await shown(two.id), [['Remaining', 'auto', 0.5]])
  })

  test('suggested tags end when a merge gives the asset the tag itself', async () => {
    const [{ id: stays }, { id: gone }] = [await newTag('Both of them'), await newTag('Tagged with')]
    const { id } = await newResource('tagged and suggested', [gone])
    await acme.patch(`/api/assets/${id}`, { tags: [gone, { id: stays, source: 'auto', confidence: 0.5 }] })
    assert.equal((await acme.post(`/api/asset-tags/${stays}/merges`, { tags: [gone] })).status, 200)
    assert.deepEqual(await shown(id), [['Both of them', 'manual', null]])
  })

  // Holds R-ASSET-8.
  test('tags that a program suggests are limited to 100 per asset, in addition to its tags', async () => {
    const [full, free] = [await newResource('full of suggestions'), await newResource('without suggestions')]
    const named = (what: string, count: number, source: string) =>
      Array.from({ length: count }, (_, n) => ({ name: `${what} ${n}`, source }))
    const patch = (tags: object[]) => acme.patch(`/api/assets/${full.id}`, { tags })
    assert.equal(
      (await patch([...named('held', 100, 'manual'), ...named('proposed', 100, 'auto')])).status,
      200,
    )
    const { tags } = (await acme.get(`/api/assets/${full.id}`)).body.data
    assert.equal(tags.length, 200)
    assert.equal((await patch(tags)).status, 200)
    for (const [source, message] of [
      ['auto', 'must not contain more than 100 suggestions.'],
      ['manual', 'must not contain more than 100 tags.'],
    ] as const) {
      const { status, body } = await patch(named('refused', 101, source))
      assert.deepEqual([status, JSON.stringify(body).includes(message)], [422, true], JSON.stringify(body))
    }

    const suggest = async (name: string) =>
      (
        await acme.post('/api/asset-batches', {
          action: 'tag',
          ids: [full.id, free.id],
          tags: [{ name, source: 'auto' }],
        })
      ).body.data
    assert.deepEqual(await suggest('one more'), [
      {
        id: full.id,
        status: 422,
        error: { message: 'An asset must not have more than 100 suggestions. Reject some first.' },
      },
      { id: free.id, status: 200 },
    ])
    // A tag or suggestion that an asset already has does not count.
    for (const name of ['proposed 0', 'held 0'])
      assert.deepEqual(
        (await suggest(name)).map(({ status }: { status: number }) => status),
        [200, 200],
      )
    assert.equal((await shown(full.id)).length, 200)
  })

  test('tags that a program suggests are rejected with an invalid source, with a confidence for manual tags, or without a tag', async () => {
    const { id } = await newResource('refusing')
    for (const tag of [
      { name: 'x', source: 'robot' },
      { name: 'x', confidence: 0.5 },
      { name: 'x', source: 'auto', confidence: 2 },
      { source: 'auto' },
      { id: 'no-such-tag', source: 'auto' },
      { name: 'x', colour: 'red' },
    ]) {
      const { status, body } = await acme.patch(`/api/assets/${id}`, { tags: [tag] })
      assert.equal(status, 422, JSON.stringify(tag))
      assert.deepEqual(Object.keys(body), ['tags'], JSON.stringify(body))
    }
  })
})
