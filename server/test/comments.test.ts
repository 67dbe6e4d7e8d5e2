// Engines: postgres
// Comments on assets, templates and renders, and the e-mails to the people that they mention.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { commentsMax } from '../src/comments/create.ts'
import { asCompanyWriting } from '../src/db/tenancy.ts'
import { collectDigests } from '../src/digests/collect-job.ts'
import { mailDigestToOne } from '../src/digests/mail-job.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { addMember } from '../src/members/queries.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { type Caller, newCaller, newCompany, useReviews } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { mailServer } from './support/mail-server.ts'
import { behindProxy, type MemberOf, newMember } from './support/people.ts'
import { card, newTemplate } from './support/renders.ts'
import { atEnd, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const { url: smtpUrl, letters } = await mailServer()
const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0', SMTP_URL: smtpUrl } })
/** Only adds jobs; the service runs them. */
const { queue, close } = await openQueue(service.db, service.notifications, [mailDigestToOne])
atEnd(() => close(0))
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const ada = await newMember(service, acme.companyId, 'editor', 'Ada')
const vera = await newMember(service, acme.companyId, 'editor', 'Vera')
const adam = await newMember(service, acme.companyId, 'admin', 'Adam')
const stranger = await newMember(service, globex.companyId, 'admin', 'Gloria')

let made = 0
const addAsset = async (as: Caller = acme): Promise<Shown> => {
  const name = `Beach ${++made}`
  const answer = await upload(service, as, { bytes: await picture({ width: 8 + made }) }, { name })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const addRender = async (): Promise<Shown> => {
  const { id } = await newTemplate(service, acme, card(`Card ${++made}`), { status: 'published' })
  const { status, body, text } = await acme.post(`/api/templates/${id}/renders`, { variables: {} })
  assert.ok(status < 300, text)
  return body.data
}
type Poster = Pick<MemberOf, 'post'>
const comment = async (body: object, as: Poster = acme, prefix = '/api'): Promise<Shown> => {
  const answer = await as.post(`${prefix}/comments`, { text: 'Looks good', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const byPerson = (body: object, as: Poster) => comment(body, as, '/portal/api')
const listed = async (query: string): Promise<string[]> =>
  (await acme.get(`/api/comments?${query}`)).body.data.map(({ id }: Shown) => id)
const faults = async (body: object) => {
  const answer = await acme.post('/api/comments', { text: 'x', ...body })
  assert.equal(answer.status, 422, answer.text)
  return answer.body
}
const now = async () => (await acme.get('/api/changes?per_page=1000')).body.meta.next
const typesSince = async (since: number, caller: Pick<Caller, 'get'> = acme) =>
  (await caller.get(`/api/changes?since=${since}&per_page=1000`)).body.data
    .filter(({ resource_type }: Shown) => resource_type === 'comment')
    .map(({ type, resource_id }: Shown) => [type, resource_id])

describe('a comment', () => {
  // Holds R-COMMENT-1, R-COMMENT-3.
  test('a comment belongs to an asset, a template or a render, optionally at a point of its picture', async () => {
    const asset = await addAsset()
    const point = { x: 0.25, y: 1 }
    const one = await comment({ asset_id: asset.id, text: '  Crop the sky.\nPlease.  ', point })
    assert.deepEqual(
      [one.asset_id, one.template_id, one.render_id, one.parent_id, one.version, one.text, one.point],
      [asset.id, null, null, null, 1, 'Crop the sky.\nPlease.', point],
    )
    assert.equal(one.created_by.id, publicId('person', acme.ownerId))
    const render = await addRender()
    const two = await comment({ render_id: render.id })
    const three = await comment({ template_id: render.template_id })
    assert.deepEqual([two.render_id, two.version, two.point], [render.id, null, null])
    assert.deepEqual([three.template_id, three.version], [render.template_id, 1])
  })

  // Holds R-COMMENT-1, R-COMMENT-3.
  test('a comment requires one existing resource, a text within the limit, and a point within the picture', async () => {
    const asset_id = (await addAsset()).id
    const oneOf = {
      asset_id: [
        'The asset id field must be the only one of asset_id, template_id, render_id, parent_id, and one of them is required.',
      ],
    }
    assert.deepEqual(await faults({}), oneOf)
    assert.deepEqual(await faults({ asset_id, render_id: publicId('render', newId()) }), oneOf)
    for (const [field, id] of [
      ['asset_id', publicId('asset', newId())],
      ['asset_id', (await addAsset(globex)).id],
      ['template_id', publicId('template', newId())],
      ['render_id', publicId('render', newId())],
      ['parent_id', publicId('comment', newId())],
    ] as const)
      assert.deepEqual(await faults({ [field]: id }), {
        [field]: [`The selected ${field.replace('_', ' ')} is invalid.`],
      })
    for (const body of [
      { text: ' ' },
      { text: 'x'.repeat(5_001) },
      { text: 7 },
      { point: { x: 1.01, y: 0 } },
      { point: { x: 0.5 } },
    ])
      assert.deepEqual(
        Object.keys(await faults({ asset_id, ...body })).map((name) => name.split('.')[0]),
        [Object.keys(body)[0]],
      )
    assert.equal((await comment({ asset_id, text: 'x'.repeat(5_000) })).text.length, 5_000)
    const gone = await addAsset()
    await acme.delete(`/api/assets/${gone.id}`)
    assert.deepEqual(Object.keys(await faults({ asset_id: gone.id })), ['asset_id'])
  })

  // Holds R-COMMENT-1.
  test('a comment needs assets:write and the scope to read the resource', async () => {
    const asset_id = (await addAsset()).id
    const { enterpriseId, companyId, ownerId } = acme
    const scoped = (scopes: string[]) =>
      newCaller(service, { name: 'scoped', enterpriseId, companyId, ownerId, scopes })
    for (const scopes of [['assets:read'], ['assets:write']])
      assert.equal((await (await scoped(scopes)).post('/api/comments', { asset_id, text: 'x' })).status, 403)
    const viewer = await newMember(service, acme.companyId, 'viewer', 'Viola')
    assert.equal((await viewer.post('/portal/api/comments', { asset_id, text: 'x' })).status, 403)
    const reader = await scoped(['assets:read', 'assets:write'])
    const template_id = (await newTemplate(service, acme)).id
    assert.equal((await reader.post('/api/comments', { template_id, text: 'x' })).status, 403)
    const writer = await scoped(['assets:write', 'templates:read'])
    const { id } = await comment({ template_id }, writer)
    assert.equal((await writer.get(`/api/comments/${id}`)).status, 403)
    assert.equal((await byPerson({ asset_id }, vera)).created_by.name, 'Vera')
  })

  // Holds R-COMMENT-2.
  test('a comment has replies, which are about the same resource and have no replies of their own', async () => {
    const asset_id = (await addAsset()).id
    const { id: parent_id } = await comment({ asset_id })
    const reply = await comment({ parent_id, text: 'Done' })
    assert.deepEqual([reply.asset_id, reply.parent_id], [asset_id, parent_id])
    assert.deepEqual(await faults({ parent_id: reply.id }), {
      parent_id: ['The parent id must be the first comment of a thread, not a reply.'],
    })
    assert.deepEqual(Object.keys(await faults({ parent_id, point: { x: 0, y: 0 } })), ['point'])
    assert.deepEqual(await listed(`parent_id=${parent_id}`), [reply.id])
  })

  // Holds R-COMMENT-1.
  test('a comment is rejected above the maximum number for a resource', async () => {
    const asset = await addAsset()
    const { id } = await comment({ asset_id: asset.id })
    await asCompanyWriting(service.db, acme.companyId, (trx) =>
      sql`
        insert into comments (company_id, id, asset_id, text)
        select ${acme.companyId}, overlay(gen_random_uuid()::text placing left(${parseId('comment', id)!}::text, 13) from 1)::uuid,
          ${parseId('asset', asset.id)}, 'Many' from generate_series(1, ${commentsMax - 1})`.execute(trx),
    )
    const full = 'The limit of 500 comments on a resource is reached. Delete old ones.'
    assert.deepEqual(await faults({ asset_id: asset.id }), { asset_id: [full] })
    assert.deepEqual(await faults({ parent_id: id }), { parent_id: [full] })
  })

  // Holds R-COMMENT-5.
  test('a comment is changed only by its author, and deleted by its author or an administrator', async () => {
    const asset_id = (await addAsset()).id
    const { id } = await byPerson({ asset_id }, vera)
    const path = `/portal/api/comments/${id}`
    const refused = '{"message":"Only the author can do this."}'
    for (const { status, text } of [
      await ada.patch(path, { text: 'Mine' }),
      await adam.patch(path, { text: 'Mine' }),
      await acme.patch(`/api/comments/${id}`, { text: 'Mine' }),
      await ada.delete(path),
      await acme.delete(`/api/comments/${id}`),
    ])
      assert.deepEqual([status, text], [403, refused])
    assert.equal((await vera.patch(path, { text: 'Better' })).body.data.text, 'Better')
    assert.equal((await adam.delete(path)).status, 204)
    assert.equal((await vera.get(path)).status, 404)
    const own = await byPerson({ asset_id }, vera)
    assert.equal((await vera.delete(`/portal/api/comments/${own.id}`)).status, 204)
  })

  // Holds R-COMMENT-6.
  test('a comment can be resolved and reopened by anyone who can comment, except a reply', async () => {
    const { id } = await comment({ asset_id: (await addAsset()).id })
    const { body } = await vera.post(`/portal/api/comments/${id}/resolution`)
    assert.deepEqual([body.data.resolved_by.name, typeof body.data.resolved_at], ['Vera', 'string'])
    const again = await acme.post(`/api/comments/${id}/resolution`)
    assert.deepEqual(again.body.data, body.data)
    const reopened = await acme.post(`/api/comments/${id}/reopening`)
    assert.deepEqual([reopened.body.data.resolved_at, reopened.body.data.resolved_by], [null, null])
    const reply = await comment({ parent_id: id })
    const refused = await acme.post(`/api/comments/${reply.id}/resolution`)
    assert.deepEqual([refused.status, Object.keys(refused.body)], [422, ['id']])
  })

  // Holds R-COMMENT-8.
  test('a comment emits an event for each change to readers of comments', async () => {
    const asset_id = (await addAsset()).id
    const since = await now()
    const { id } = await comment({ asset_id })
    await acme.patch(`/api/comments/${id}`, { text: 'Better' })
    const reply = await comment({ parent_id: id })
    await acme.post(`/api/comments/${id}/resolution`)
    await acme.post(`/api/comments/${id}/resolution`)
    await acme.post(`/api/comments/${id}/reopening`)
    await acme.delete(`/api/comments/${id}`)
    assert.deepEqual(await typesSince(since), [
      ['comment.created', id],
      ['comment.updated', id],
      ['comment.created', reply.id],
      ['comment.resolved', id],
      ['comment.reopened', id],
      ['comment.deleted', id],
      ['comment.deleted', reply.id],
    ])
    const { enterpriseId, companyId, ownerId } = acme
    const reader = (name: string, scopes: string[]) =>
      newCaller(service, { name, enterpriseId, companyId, ownerId, scopes })
    assert.equal((await typesSince(since, await reader('assets', ['profile:read', 'assets:read']))).length, 7)
    const others = await reader('others', ['profile:read', 'templates:read', 'renders:read'])
    assert.deepEqual(await typesSince(since, others), [])
    assert.deepEqual(await listed(`asset_id=${asset_id}`), [])
  })

  // Holds R-COMMENT-8.
  test('a comment is kept while its resource is in the trash, and deleted with the resource', async () => {
    const asset = await addAsset()
    const { id } = await byPerson({ asset_id: asset.id, mentions: [ada.id] }, vera)
    await comment({ parent_id: id })
    await acme.delete(`/api/assets/${asset.id}`)
    await acme.post(`/api/assets/${asset.id}/restoration`)
    assert.equal((await listed(`asset_id=${asset.id}`)).length, 2)
    await acme.delete(`/api/assets/${asset.id}`)
    await purgeCompany(
      { db: service.db, storage: service.storage } as JobContext,
      acme.companyId,
      new Date(Date.now() + 60_000),
    )
    assert.deepEqual(await listed(`ids=${id}`), [])
  })

  // Holds R-COMMENT-7.
  test('comments can be filtered by resource, mentioned person and thread state', async () => {
    const asset_id = (await addAsset()).id
    const render = await addRender()
    const first = await comment({ asset_id, mentions: [vera.id] })
    const reply = await comment({ parent_id: first.id })
    const second = await comment({ asset_id })
    const ofRender = await comment({ render_id: render.id })
    const ofTemplate = await comment({ template_id: render.template_id })
    await acme.post(`/api/comments/${second.id}/resolution`)
    assert.deepEqual(await listed(`asset_id=${asset_id}`), [first.id, reply.id, second.id])
    assert.deepEqual(await listed(`asset_id=${asset_id}&resolved=false`), [first.id])
    assert.deepEqual(await listed(`asset_id=${asset_id}&resolved=true`), [second.id])
    assert.deepEqual(await listed(`render_id=${render.id}`), [ofRender.id])
    assert.deepEqual(await listed(`template_id=${render.template_id}`), [ofTemplate.id])
    assert.deepEqual(await listed(`mentions=${vera.id}&asset_id=${asset_id}`), [first.id])
  })
})

const mailed = async () => {
  const context = { db: service.db, queue, mail: { canSend: true } } as JobContext
  for await (const _ of collectDigests.steps(context, acme.companyId));
}
const lettersTo = ({ email }: MemberOf, name: string) =>
  letters.filter(({ to, text }) => to === email && text.includes(`"${name}"`))

describe('a mention', () => {
  // Holds R-COMMENT-4.
  test('a comment mentions only members, up to a limit, and each member once', async () => {
    const asset_id = (await addAsset()).id
    assert.deepEqual(await faults({ asset_id, mentions: [vera.id, stranger.id] }), {
      mentions: ['1 of 2 people are not members of the company.'],
    })
    assert.deepEqual(Object.keys(await faults({ asset_id, mentions: Array(11).fill(vera.id) })), ['mentions'])
    const { id, mentions } = await comment({ asset_id, mentions: [vera.id, ada.id, vera.id] })
    assert.deepEqual(mentions, [
      { id: ada.id, name: 'Ada' },
      { id: vera.id, name: 'Vera' },
    ])
    const { body } = await acme.patch(`/api/comments/${id}`, { mentions: [adam.id] })
    assert.deepEqual(body.data.mentions, [{ id: adam.id, name: 'Adam' }])
    assert.deepEqual(body.data.text, 'Looks good')
  })

  // Holds R-COMMENT-4.
  test('mentions are e-mailed once, in one e-mail for several comments, without the texts', async () => {
    await mailed()
    const asset = await addAsset()
    const { id } = await byPerson({ asset_id: asset.id, text: 'Secret plan', mentions: [ada.id] }, vera)
    await byPerson({ parent_id: id, text: 'More', mentions: [ada.id, vera.id] }, vera)
    await mailed()
    await until('the e-mail arrives', () => lettersTo(ada, asset.name).length > 0)
    await vera.patch(`/portal/api/comments/${id}`, { text: 'Edited', mentions: [ada.id, adam.id] })
    await mailed()
    await until('the next e-mail arrives', () => lettersTo(adam, asset.name).length > 0)
    const [letter, ...more] = lettersTo(ada, asset.name)
    assert.deepEqual([more, lettersTo(vera, asset.name)], [[], []])
    assert.equal(letter!.text.split(`"Vera" mentioned you in a comment on "${asset.name}"`).length, 3)
    assert.ok(letter!.text.includes(`/assets?asset=${asset.id}`))
    assert.ok(!letter!.text.includes('Secret plan'))
  })

  // Holds R-COMMENT-4.
  test('mentions send no e-mail to former members or about deleted comments', async () => {
    const leaver = await newMember(service, acme.companyId, 'editor', 'Lea')
    const asset = await addAsset()
    await comment({ asset_id: asset.id, mentions: [leaver.id] })
    const gone = await comment({ asset_id: asset.id, mentions: [ada.id] })
    assert.equal((await adam.delete(`/portal/api/members/${leaver.id}`)).status, 204)
    await acme.delete(`/api/comments/${gone.id}`)
    const last = await addAsset()
    await comment({ asset_id: last.id, mentions: [vera.id] })
    await mailed()
    await until('the e-mail arrives', () => lettersTo(vera, last.name).length > 0)
    assert.deepEqual([lettersTo(leaver, asset.name), lettersTo(ada, asset.name)], [[], []])
  })
})

describe('a review', () => {
  const review = async (asset_id: string, state: string, as: Poster, prefix = '/portal/api') => {
    const answer = await as.post(`${prefix}/reviews`, { asset_id, state, note: 'Secret plan' })
    assert.equal(answer.status, 201, answer.text)
  }
  const linesTo = (person: MemberOf, name: string) =>
    lettersTo(person, name).map(({ text }) => text.split(/\r?\n/).find((line) => line.includes(name)))

  // Holds R-REVIEW-10.
  test('reviews are e-mailed to administrators when submitted, and to the submitter when decided', async () => {
    await useReviews(service.db, acme.companyId)
    await mailed()
    const [one, two] = [await addAsset(), await addAsset()]
    for (const { id } of [one, two]) await review(id, 'in_review', ada)
    await mailed()
    await until('the e-mail arrives', () => lettersTo(adam, two.name).length > 0)
    assert.deepEqual(linesTo(adam, one.name), [`"Ada" submitted "${one.name}" for review:`])
    assert.equal(lettersTo(adam, one.name)[0], lettersTo(adam, two.name)[0])
    assert.ok(lettersTo(adam, one.name)[0]!.text.includes(`/assets?asset=${one.id}`))
    await review(one.id, 'approved', adam)
    await review(two.id, 'rejected', acme, '/api')
    await mailed()
    await until('the e-mail arrives', () => lettersTo(ada, two.name).length > 0)
    assert.deepEqual(linesTo(ada, one.name), [`"Adam" approved "${one.name}":`])
    assert.match(linesTo(ada, two.name)[0]!, / rejected "/)
    await mailed()
    assert.deepEqual(
      [adam, ada, vera].map((person) => lettersTo(person, one.name).length),
      [1, 1, 0],
    )
    assert.ok(letters.every(({ text }) => !text.includes('Secret plan')))
  })

  // Holds R-REVIEW-10.
  test('a review without a submission is e-mailed to the person who created the asset', async () => {
    // The client acts for its owner, who is not a member yet.
    await addMember(service.db, acme.companyId, acme.ownerId, 'editor')
    const asset = await addAsset()
    await review(asset.id, 'approved', adam)
    await review(asset.id, 'draft', adam)
    await mailed()
    const owner = { email: (await acme.get('/api/user')).body.email } as MemberOf
    await until('the e-mail arrives', () => lettersTo(owner, asset.name).length > 0)
    assert.deepEqual(linesTo(owner, asset.name), [`"Adam" approved "${asset.name}":`])
    assert.equal(lettersTo(adam, asset.name).length, 0)
  })
})
