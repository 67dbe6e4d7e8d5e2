// Engines: postgres
// Members of a company, their roles, and invitations.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { nameOf, quotedNameOf } from '../src/commands/arguments.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { membershipsOf } from '../src/members/queries.ts'
import { Setup } from '../src/sign-in/setup.ts'
import { type Answer, newCompany } from './support/companies.ts'
import { dumpDatabase } from './support/dump.ts'
import { mailServer } from './support/mail-server.ts'
import { type Browser, behindProxy, browser, newMember } from './support/people.ts'
import { atEnd, freshConfig, startOn, startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const owner = await newMember(service, acme.companyId, 'owner', 'Olga')
const admin = await newMember(service, acme.companyId, 'admin', 'Adam')
const viewer = await newMember(service, acme.companyId, 'viewer', 'Vera')
const stranger = await newMember(service, globex.companyId, 'owner', 'Gus')

const mail = await mailServer()
const mailing = await startService({ env: { ...behindProxy, SMTP_URL: mail.url } })
const hooli = await newCompany(mailing, 'Hooli')
const gavin = await newMember(mailing, hooli.companyId, 'owner', 'Gavin')

const seen = ({ status, text }: Answer) => ({ status, text })
const notFound = { status: 404, text: '{"message":"Not Found."}' }
const ownersOnly = { status: 403, text: '{"message":"Only an owner can do this."}' }
const needsOwner = { status: 409, text: '{"message":"A company needs at least one owner."}' }
const newestEvent = async (
  type: 'member.invited' | 'member.joined' | 'member.role_changed' | 'member.removed',
) => (await listSecurityEvents(db, { company: acme.companyId, type, limit: 1 }))[0]!
const rolesIn = async (at: Browser) =>
  (await at.get('/portal/api/members')).body.data.map((one: { name: string; role: string }) => [
    one.name,
    one.role,
  ])

let addresses = 0
const someEmail = () => `new.${++addresses}@people.example`
const inviteAs = (at: Browser, role: string, email = someEmail()) =>
  at.post('/portal/api/invitations', { email, role })
const accept = (url: string, name = 'Nina') =>
  browser(service).post(`/portal/api/invitations/${url.split('/').at(-1)}/acceptance`, {
    name,
    password: 'correct horse battery',
  })

/** Texts that are not valid names, because they imitate a message or hide characters. */
const noNames = {
  'a line break': 'Ada\nPay now',
  'a carriage return': 'Ada\rPay now',
  'a line separator': 'Ada\u2028Pay now',
  'a next line': 'Ada\u0085Pay now',
  'a bell': 'Ada\u0007',
  'an escape': 'Ada\u001b[2J',
  'a bidirectional override': 'Ada \u202efdp.exe',
  'a bidirectional isolate': 'Ada \u2067abc',
  'a zero-width space': 'A\u200bda',
  'a soft hyphen': 'A\u00adda',
  'a byte order mark': 'A\ufeffda',
  'nothing visible': '\u200d\u200d \u3164',
  blank: ' \n ',
}
const links = {
  'a link': 'Ada https://evil.example',
  'a link with another scheme': 'ftp://evil',
  'a site': 'see www.evil.example',
  'a page of a site': 'evil.example/login',
  'a port of a site': 'evil.example:8443/',
  'a page in full-width letters': 'evil．example／login',
  'a port alone': 'evil.example:8443',
  'a page of an IP address': '192.0.2.7/login',
  'a domain in punycode': 'evil.xn--p1ai/login',
  'an ideographic full stop': 'evil。example/login',
  'a division slash': 'evil.example∕login',
  'a backslash': 'http:\\\\evil',
  'a selector within a domain': 'evil.exa\ufe0fmple/login',
}
const goodNames = [
  'José Núñez-Ōta',
  "Ada O'Neill, Jr.",
  'می\u200cخواهم',
  '王小明',
  'Ada 👩\u200d🚀',
  'Dr. J.Smith',
  'AC/DC',
  'A.B.C. GmbH/Co. KG',
  'Ada (M.Sc./Ph.D.)',
  'Version 1.2/3',
  'Acme.com',
  'שלום\u200f',
]

test('names of people, companies and enterprises are one visible line without a link', async () => {
  await sql`update people set is_operator = true where id = ${owner.personId}`.execute(db)
  const { url } = (await inviteAs(owner, 'viewer')).body.data
  const refusedBy = (field: string, { status, body }: Answer) => {
    const isUpdate = field === ''
    assert.equal(status, isUpdate ? 400 : 422, JSON.stringify(body))
    const [message] = isUpdate ? [body.message] : body[field]
    assert.match(message, /^The \w+ field (is required|must be a single line|must not contain [\w ,]+)\.$/)
  }
  for (const name of Object.values({ ...noNames, ...links })) {
    refusedBy('name', await accept(url, name))
    refusedBy('', await owner.post('/portal/api/auth/update-user', { name }))
    refusedBy('name', await owner.patch('/portal/api/company', { name }))
    refusedBy('name', await owner.post('/portal/api/enterprises', { name, company: 'Acme' }))
    refusedBy('company', await owner.post('/portal/api/enterprises', { name: 'Acme', company: name }))
    for (const field of ['name', 'enterprise', 'company'])
      assert.ok(Setup.shape[field as 'name'].safeParse(name).error)
    assert.throws(() => quotedNameOf(name), /^UsageError: A name /)
  }
  for (const name of Object.values(noNames)) {
    refusedBy('name', await owner.post('/portal/api/clients', { name, scopes: [] }))
    assert.throws(() => nameOf(name), /^UsageError: A name /)
  }
  for (const name of goodNames) {
    const { status, text } = await owner.post('/portal/api/auth/update-user', { name })
    assert.equal(status, 200, text)
    assert.equal((await owner.get('/portal/api/me')).body.data.name, name)
    assert.equal(quotedNameOf(name), name)
  }
  await owner.post('/portal/api/auth/update-user', { name: owner.name })
  await sql`update people set is_operator = false where id = ${owner.personId}`.execute(db)
})

describe('members', () => {
  test('members are listed for every member, paginated, and without members of other companies', async () => {
    const { body, text } = await viewer.get('/portal/api/members?with_total=true')
    assert.deepEqual(
      body.data.map((one: { name: string }) => one.name),
      ['Olga', 'Adam', 'Vera'],
    )
    const { joined_at, last_seen_at, ...olga } = body.data[0]
    const { id, name, email } = owner
    const limits = { read_limit: null, write_limit: null }
    assert.deepEqual(olga, {
      id,
      name,
      email,
      role: 'owner',
      ...limits,
      source: 'manual',
      two_factor_enabled: false,
    })
    for (const at of [joined_at, last_seen_at]) assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
    assert.equal(body.meta.total, 3)
    assert.ok(!text.includes(stranger.id))
    const first = await viewer.get('/portal/api/members?per_page=2')
    const { pathname, search } = new URL(first.body.links.next)
    const second = await viewer.get(pathname + search)
    assert.deepEqual([...first.body.data, ...second.body.data], body.data)
  })

  test('members get a new role from an admin, and the log has the actor and the member', async () => {
    const changed = await admin.patch(`/portal/api/members/${viewer.id}`, { role: 'editor' })
    assert.deepEqual([changed.status, changed.body.data.role], [200, 'editor'])
    assert.equal((await viewer.post('/portal/api/folders', { name: 'Mine' })).status, 201)
    const { person_id, data, address } = await newestEvent('member.role_changed')
    const { personId: member, name, email } = viewer
    assert.deepEqual(
      [person_id, data],
      [
        admin.personId,
        {
          actor: { type: 'person', id: admin.personId },
          member: { id: member, name, email },
          role: 'editor',
          role_before: 'viewer',
        },
      ],
    )
    assert.match(address!, /^10\./)
    await admin.patch(`/portal/api/members/${viewer.id}`, { role: 'viewer' })
    assert.equal((await viewer.post('/portal/api/folders', { name: 'No more' })).status, 403)
    assert.equal((await admin.patch(`/portal/api/members/${viewer.id}`, { role: 'king' })).status, 422)
  })

  test('members are denied immediately when they are removed', async () => {
    const leaver = await newMember(service, acme.companyId, 'editor', 'Lea')
    assert.equal((await leaver.get('/portal/api/folders')).status, 200)
    assert.equal((await admin.delete(`/portal/api/members/${leaver.id}`)).status, 204)
    const answer = await leaver.get('/portal/api/folders')
    assert.deepEqual([answer.status, answer.body.message], [404, 'Company not found.'])
    assert.deepEqual(seen(await admin.delete(`/portal/api/members/${leaver.id}`)), notFound)
    assert.equal((await newestEvent('member.removed')).person_id, admin.personId)
  })

  test('members of another company return the same 404 as unknown IDs', async () => {
    for (const id of [stranger.id, publicId('person', newId()), 'nonsense']) {
      assert.deepEqual(seen(await owner.patch(`/portal/api/members/${id}`, { role: 'viewer' })), notFound)
      assert.deepEqual(seen(await owner.delete(`/portal/api/members/${id}`)), notFound)
    }
    assert.deepEqual(await rolesIn(stranger), [['Gus', 'owner']])
  })
})

describe('owners', () => {
  test('owners can only be appointed, changed and removed by owners', async () => {
    assert.deepEqual(
      seen(await admin.patch(`/portal/api/members/${viewer.id}`, { role: 'owner' })),
      ownersOnly,
    )
    assert.deepEqual(
      seen(await admin.patch(`/portal/api/members/${admin.id}`, { role: 'owner' })),
      ownersOnly,
    )
    assert.deepEqual(
      seen(await admin.patch(`/portal/api/members/${owner.id}`, { role: 'viewer' })),
      ownersOnly,
    )
    assert.deepEqual(seen(await admin.delete(`/portal/api/members/${owner.id}`)), ownersOnly)
    const second = await newMember(service, acme.companyId, 'viewer', 'Otto')
    assert.equal((await owner.patch(`/portal/api/members/${second.id}`, { role: 'owner' })).status, 200)
    assert.equal((await second.patch(`/portal/api/members/${second.id}`, { role: 'admin' })).status, 200)
    assert.equal((await owner.delete(`/portal/api/members/${second.id}`)).status, 204)
  })

  test('the last owner can never be removed', async () => {
    const path = `/portal/api/members/${owner.id}`
    assert.deepEqual(seen(await owner.patch(path, { role: 'admin' })), needsOwner)
    assert.deepEqual(seen(await owner.delete(path)), needsOwner)
    assert.equal((await owner.patch(path, { role: 'owner' })).status, 200)
  })

  test('two owners who leave at the same time do not leave the company without an owner', async () => {
    const { companyId } = await newCompany(service, 'Initech')
    const both = [
      await newMember(service, companyId, 'owner', 'One'),
      await newMember(service, companyId, 'owner', 'Two'),
    ]
    const left = await Promise.all(both.map((one) => one.delete(`/portal/api/members/${one.id}`)))
    assert.deepEqual(left.map(({ status }) => status).sort(), [204, 409])
  })
})

describe('an invitation', () => {
  test('an invitation returns its link if e-mail is not configured, and the link works once', async () => {
    const email = someEmail()
    const { status, body } = await inviteAs(admin, 'editor', email.toUpperCase())
    assert.equal(status, 201)
    const { id, url, link, mailed, expires_at, created_at, ...rest } = body.data
    assert.deepEqual([mailed, url], [false, link])
    assert.ok(link.startsWith(`${service.url}/invitations/${id}-`))
    assert.deepEqual(rest, {
      email,
      role: 'editor',
      read_limit: null,
      write_limit: null,
      inviter: { id: admin.id, name: 'Adam' },
    })
    assert.equal(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000), 7)
    const listed = await admin.get('/portal/api/invitations')
    assert.equal(listed.body.data[0].id, id)
    assert.equal((await accept(url)).status, 201)
    assert.equal((await accept(url)).status, 404)
    const joined = await newestEvent('member.joined')
    const [membership] = await membershipsOf(db, joined.person_id!)
    assert.deepEqual([membership!.company_id, membership!.role], [acme.companyId, 'editor'])
    assert.ok(!(await admin.get('/portal/api/invitations')).text.includes(id))
    const { data, person_id } = await newestEvent('member.invited')
    assert.deepEqual([person_id, data.email, data.role], [admin.personId, email, 'editor'])
    assert.ok(!JSON.stringify(data).includes(id))
  })

  test('an invitation can only be accepted with its link, which is not in the database', async () => {
    const { id, link } = (await inviteAs(admin, 'viewer')).body.data
    const [, proof] = link.split('-')
    const dump = await dumpDatabase(db)
    assert.ok(dump.includes(parseId('invitation', id)!), 'the dump has the invitation')
    assert.ok(!dump.includes(proof))
    const end = proof.endsWith('0') ? '1' : '0'
    for (const other of [
      id,
      `${id}-`,
      `${id}-${proof.slice(0, -1)}${end}`,
      `${id}-${proof}0`,
      `${id}-${proof}-`,
    ])
      assert.equal((await accept(`/${other}`)).status, 404, other)
    assert.equal((await accept(link)).status, 201)
  })

  test('an invitation replaces the previous invitation to the same address, whose link stops working', async () => {
    const email = someEmail()
    const first = (await inviteAs(admin, 'editor', email)).body.data
    const second = (await inviteAs(admin, 'viewer', email)).body.data
    assert.equal((await accept(first.url)).status, 404)
    const pending = (await admin.get('/portal/api/invitations')).body.data
    assert.equal(pending.filter((one: { email: string }) => one.email === email).length, 1)
    assert.equal((await accept(second.url)).status, 201)
  })

  test('a canceled invitation stops working', async () => {
    const { id, url } = (await inviteAs(admin, 'editor')).body.data
    assert.equal((await admin.delete(`/portal/api/invitations/${id}`)).status, 204)
    assert.equal((await accept(url)).status, 404)
    assert.deepEqual(seen(await admin.delete(`/portal/api/invitations/${id}`)), notFound)
  })

  test('an invitation stops working when its author is removed or loses the right to invite', async () => {
    const leaver = await newMember(service, acme.companyId, 'admin', 'Lea')
    const demoted = await newMember(service, acme.companyId, 'admin', 'Dan')
    const links = [
      (await inviteAs(leaver, 'admin')).body.data.url,
      (await inviteAs(demoted, 'admin')).body.data.url,
    ]
    assert.equal((await owner.delete(`/portal/api/members/${leaver.id}`)).status, 204)
    assert.equal((await owner.patch(`/portal/api/members/${demoted.id}`, { role: 'viewer' })).status, 200)
    for (const link of links) assert.equal((await accept(link)).status, 404)
  })

  test('an invitation of an existing member is rejected', async () => {
    const { status, body } = await inviteAs(admin, 'editor', viewer.email.toUpperCase())
    assert.deepEqual([status, body], [422, { email: ['A member with this e-mail address already exists.'] }])
    assert.equal((await inviteAs(admin, 'editor', 'nonsense')).status, 422)
    // A member of another company can also join this company.
    assert.equal((await inviteAs(admin, 'editor', stranger.email)).status, 201)
  })

  // Anyone with the ID of an invitation can accept it.
  test("an invitation is hidden from members who cannot invite, and an owner's invitation is visible only to owners", async () => {
    assert.equal((await viewer.get('/portal/api/invitations')).status, 403)
    assert.deepEqual(seen(await inviteAs(admin, 'owner')), ownersOnly)
    const email = someEmail()
    const { id } = (await inviteAs(owner, 'owner', email)).body.data
    assert.ok(!(await admin.get('/portal/api/invitations')).text.includes(id))
    assert.ok((await owner.get('/portal/api/invitations')).text.includes(id))
    assert.deepEqual(seen(await admin.delete(`/portal/api/invitations/${id}`)), notFound)
    assert.deepEqual(seen(await inviteAs(admin, 'viewer', email)), ownersOnly)
    assert.ok((await owner.get('/portal/api/invitations')).text.includes(id))
    assert.equal((await owner.delete(`/portal/api/invitations/${id}`)).status, 204)
  })

  test('an invitation of another company returns the same 404 as an unknown invitation', async () => {
    const { id } = (await inviteAs(owner, 'viewer')).body.data
    assert.deepEqual(seen(await stranger.delete(`/portal/api/invitations/${id}`)), notFound)
    assert.deepEqual((await stranger.get('/portal/api/invitations')).body.data, [])
  })

  test('an invitation is e-mailed if e-mail is configured, and the response does not contain the link', async () => {
    const sent = (await inviteAs(gavin, 'admin', 'nina@people.example')).body.data
    assert.deepEqual([sent.mailed, sent.url], [true, null])
    const letter = await until('the letter', () => mail.letters[0])
    assert.equal(letter.to, 'nina@people.example')
    assert.ok(letter.text.includes(sent.link))
    assert.match(letter.text, /^Subject: Invitation to "Hooli" on Atelier\r$/m)
    assert.match(letter.text, /\r\n\r\nHello,\r\n\r\n"Gavin" invited you to /)

    mail.state.refuse = true
    await inviteAs(gavin, 'admin', 'nobody@people.example')
    const undelivered = await until('the log entry', async () => {
      const events = await gavin.get('/portal/api/security-events?type=member.invitation_undelivered')
      return events.body.data[0]
    })
    assert.deepEqual([undelivered.actor.type, undelivered.data.email], ['system', 'nobody@people.example'])
    mail.state.refuse = false
  })

  test('a person chooses a language, which the portal and e-mails use, also for people whom the person invites', async () => {
    const languageOf = async () => (await gavin.get('/portal/api/me')).body.data.language
    const choose = (language: unknown) => gavin.post('/portal/api/auth/update-user', { language })
    assert.equal(await languageOf(), null)
    const refused = await choose('tlh')
    assert.deepEqual(
      [refused.status, refused.body.message],
      [400, 'The language field must be of en, de, fr, es, ja, or null.'],
    )
    assert.equal((await choose('de')).status, 200)
    assert.equal(await languageOf(), 'de')
    const email = someEmail()
    await inviteAs(gavin, 'viewer', email)
    const { text } = await until('the letter', () => mail.letters.find(({ to }) => to === email))
    assert.match(text, /Subject: Einladung zu "/)
    await choose(null)
    assert.equal(await languageOf(), null)
  })

  test('an invitation quotes names in its e-mail, and no name, even from older versions, adds a header or a link', async () => {
    const letterWith = async (person: string, company: string) => {
      await sql`update people set name = ${person} where id = ${gavin.personId}`.execute(mailing.db)
      await sql`update companies set name = ${company} where id = ${hooli.companyId}`.execute(mailing.db)
      const email = someEmail()
      await inviteAs(gavin, 'viewer', email)
      const { text } = await until('the letter', () => mail.letters.find(({ to }) => to === email))
      const [head = '', ...body] = text.split('\r\n\r\n')
      return {
        head: head.replaceAll('\r\n ', ' ').split('\r\n'),
        body: body.join('\n\n').replaceAll('\r\n', '\n'),
      }
    }
    const plain = await letterWith('Gavin', 'Hooli')
    const attack = 'Pay now\r\nBcc: eve@evil.example\r\n\r\nGo to https://evil.example'
    const attacked = await letterWith(attack, attack)
    const namesOf = (head: string[]) => head.map((line) => line.split(':')[0])
    assert.deepEqual(namesOf(attacked.head), namesOf(plain.head))
    assert.match(
      attacked.head.find((line) => line.startsWith('Subject:'))!,
      /^Subject: Invitation to a company on Atelier$/,
    )
    assert.doesNotMatch(JSON.stringify(attacked), /evil|Pay/)
    const { head, body } = await letterWith('Gavin "the\r\n\u202eboss" Belson', `Hooli ${'x'.repeat(200)}`)
    assert.ok(
      head.includes(`Subject: Invitation to "Hooli ${'x'.repeat(54)}..." on Atelier`),
      head.join('\n'),
    )
    assert.match(body, /^Hello,\n\n"Gavin 'the boss' Belson" invited you to /)
  })

  test('an invitation does not wait for the mail server and is e-mailed once even after failures', async () => {
    const mail = await mailServer()
    const mailing = await startService({ env: { ...behindProxy, SMTP_URL: mail.url } })
    const { companyId } = await newCompany(mailing, 'Slow')
    const gavin = await newMember(mailing, companyId, 'owner', 'Gavin')
    const key = { 'idempotency-key': 'one-letter' }
    const asked = { email: 'nina@people.example', role: 'editor' }
    const ask = () => gavin.post('/portal/api/invitations', asked, key)
    mail.state.delayMs = 4_000
    const begun = performance.now()
    assert.equal((await ask()).status, 201)
    // Other changes do not wait either, even though they would wait behind an open transaction.
    assert.equal((await gavin.post('/portal/api/folders', { name: 'Meanwhile' })).status, 201)
    assert.ok(performance.now() - begun < 3_000)
    assert.equal((await ask()).headers.get('idempotent-replayed'), 'true')
    await until('the letter', () => mail.letters[0])

    mail.state.delayMs = 0
    mail.state.away = true
    assert.equal((await inviteAs(gavin, 'viewer', 'later@people.example')).status, 201)
    const taken = (await inviteAs(gavin, 'viewer', 'taken.back@people.example')).body.data
    assert.equal((await gavin.delete(`/portal/api/invitations/${taken.id}`)).status, 204)
    mail.state.away = false
    await until('the e-mail after a retry', () => mail.letters[1], 60_000)
    assert.deepEqual(
      mail.letters.map(({ to }) => to),
      ['nina@people.example', 'later@people.example'],
    )
  })

  test('an invitation is e-mailed with the new SMTP password after the old password was rejected', async () => {
    const mail = await mailServer('the-old-one')
    const config = await freshConfig({ ...behindProxy, SMTP_URL: mail.url })
    const first = await startOn(config)
    const { companyId } = await newCompany(first, 'Careful')
    const gavin = await newMember(first, companyId, 'owner', 'Gavin')
    await inviteAs(gavin, 'viewer', 'before@people.example')
    await until('an e-mail with the old password', () => mail.letters[0])
    mail.state.password = 'the-new-one'
    await inviteAs(gavin, 'viewer', 'between@people.example')
    await until('an e-mail is rejected', () => mail.state.guesses > 0)
    await first.close()

    const url = mail.url.replace('the-old-one', 'the-new-one')
    const second = await startOn({ ...config, smtp: { ...config.smtp!, url } })
    atEnd(second.close)
    await until('the e-mail after a retry', () => mail.letters[1], 60_000)
    assert.deepEqual(
      mail.letters.map(({ to }) => to),
      ['before@people.example', 'between@people.example'],
    )
  })
})
