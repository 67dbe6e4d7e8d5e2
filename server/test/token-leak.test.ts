// Engines: postgres
// After a token leak, the command line shows the kind and the owner of each token and revokes it, on both
// engines.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { rotateSecret } from '../src/clients/rotate-secret.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { parseId, publicId } from '../src/ids.ts'
import { leakedIn, leakedMax, TooManyLeakedError } from '../src/oauth/find-leaked.ts'
import { newSecret } from '../src/render-links/signature.ts'
import { credentialPrefixes } from '../src/secrets/credential-prefixes.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { runCommand } from './support/commands.ts'
import { newCaller, newCompany, send } from './support/companies.ts'
import { allow, codeIn, connected, newVerifier, requestOf } from './support/connected-apps.ts'
import { environmentOf } from './support/environment.ts'
import { behindProxy, newMember } from './support/people.ts'
import { atEnd, engine, freshConfig, type Service, startOn } from './support/service.ts'
import { storeTokens } from './support/tokens.ts'

const config = await freshConfig(behindProxy)
const directory = await mkdtemp(join(tmpdir(), 'atelier-leak-'))
atEnd(() => rm(directory, { recursive: true }))

/** On PostgreSQL, the commands run beside the server; on the embedded engine, after it has stopped. */
async function serving<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const service = await startOn(config)
  return work(service).finally(service.close)
}

const made = await serving(async (service) => {
  const acme = await newCompany(service, 'Acme')
  const globex = await newCompany(service, 'Globex')
  const client = { name: 'Importer', enterpriseId: acme.enterpriseId, companyId: acme.companyId }
  const importer = await newCaller(service, client)
  const clientId = parseId('client', importer.clientId)!
  const [revoked, ended] = [newToken(accessTokenPrefix), newToken(accessTokenPrefix)]
  const hourAgo = new Date(Date.now() - 3_600_000)
  const inAnHour = new Date(Date.now() + 3_600_000)
  await storeTokens(service.db, clientId, [
    { hash: hashOf(revoked), issuedAt: hourAgo, expiresAt: inAnHour },
    { hash: hashOf(ended), issuedAt: hourAgo, expiresAt: hourAgo },
  ])
  await send(service, 'POST', '/oauth/revoke', {
    body: new URLSearchParams({
      token: revoked,
      client_id: importer.clientId,
      client_secret: importer.clientSecret,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await importer.get('/api/user')
  const dormant = await newCompany(service, 'Dormant')
  await setEnterpriseStatus(service.db, dormant.enterpriseId, 'inactive')
  const single = await newCaller(service, { ...client, name: 'Single' })
  return { acme, globex, importer, single, dormant, revoked, ended }
})
const { acme, globex, importer, single, dormant, revoked, ended } = made

const unknown = newToken(accessTokenPrefix)
const malformed = `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`
const secretTexts = [importer, single, globex, acme, dormant].flatMap(({ token, clientSecret }) => [
  token,
  clientSecret,
])
const allSecrets = [...secretTexts, revoked, ended, unknown, malformed]

async function run(args: string[], input = '') {
  const outcome = await runCommand(environmentOf(config), ['token', ...args], input)
  const { out, err } = outcome
  for (const secret of allSecrets) assert.ok(!`${out}${err}`.includes(secret), 'no token is printed')
  return outcome
}

async function fileOf(text: string) {
  const file = join(directory, `${Math.random().toString(36).slice(2)}.txt`)
  await writeFile(file, text)
  return file
}

const publicPart = (token: string) => hashOf(token).toString('hex').slice(0, 12)

const leak = [
  'GET /files HTTP/1.1',
  `Authorization: Bearer ${importer.token}`,
  `curl "https://x.example/?t=${revoked}&again=${importer.token}"`,
  `{"token":"${ended}"}\\n${unknown}`,
  `${malformed} and ${dormant.token}`,
  `secret=${globex.clientSecret};`,
  '',
].join('\n')

describe('`token check`', () => {
  test('`token check` lists each token in a text with its kind, client, company and state', async () => {
    const { code, out, err } = await run(['check', '--file', await fileOf(leak), '--json'])
    assert.deepEqual({ code, err }, { code: 3, err: '' })
    const { live, tokens } = JSON.parse(out)
    assert.equal(live, 2)
    const summary = tokens.map((token: Record<string, unknown>) => [
      token.kind,
      token.state,
      token.line,
      token.times,
    ])
    assert.deepEqual(summary, [
      ['access_token', 'live', 2, 2],
      ['access_token', 'revoked', 3, 1],
      ['access_token', 'ended', 4, 1],
      ['access_token', 'unknown', 4, 1],
      ['access_token', 'malformed', 5, 1],
      ['access_token', 'dormant', 5, 1],
      ['client_secret', 'live', 6, 1],
    ])
    const [first] = tokens
    assert.equal(first.token, publicPart(importer.token))
    assert.deepEqual(
      [first.client_id, first.client_name, first.company_id, first.company_name],
      [importer.clientId, 'Importer', publicId('company', acme.companyId), 'Acme'],
    )
    for (const name of ['issued_at', 'expires_at', 'client_last_used_at'])
      assert.ok(Date.parse(first[name]) > 0, name)
    assert.equal(tokens[3].client_id, null)
    assert.equal(tokens[6].client_id, globex.clientId)
    assert.equal(tokens[6].token, null)
  })

  test('`token check` reports a truncated token as malformed, with its position', async () => {
    const [token, secret] = [newToken(accessTokenPrefix), newToken(clientSecretPrefix)]
    const text = [
      `cut off: ${token.slice(0, 40)}`,
      `the last character is gone: ${secret.slice(0, -1)}…`,
      `cut, and the next one begins: ${token.slice(0, 20)}${importer.token}`,
      `too long: ${malformed}abc`,
      `so pages write: ${accessTokenPrefix}…, ${clientSecretPrefix}abc`,
      `cut at the end: ${token.slice(0, 13)}`,
    ].join('\n')
    const { out } = await run(['check', '--json'], text)
    assert.deepEqual(
      JSON.parse(out).tokens.map(({ kind, state, line }: Record<string, unknown>) => [kind, state, line]),
      [
        ['access_token', 'malformed', 1],
        ['client_secret', 'malformed', 2],
        ['access_token', 'malformed', 3],
        ['access_token', 'live', 3],
        ['access_token', 'malformed', 4],
        ['access_token', 'malformed', 6],
      ],
    )
  })

  test('`token check` reads standard input and prints a table', async () => {
    const { code, out } = await run(['check'], `x ${importer.token} y`)
    assert.equal(code, 3)
    const [head, row, , sum] = out.split('\n')
    assert.match(head!, /^LINE +KIND +STATE +TOKEN +CLIENT +NAME +COMPANY +ISSUED +ENDS +CLIENT LAST USED$/)
    const id = publicPart(importer.token)
    assert.match(row!, new RegExp(`^1 +token +live +${id} +${importer.clientId} +Importer +Acme +\\d{4}-`))
    assert.equal(sum, '1 is live.')
  })

  test('`token check` exits with 0 if no token is live or none was found', async () => {
    const dead = await run(['check'], `${revoked}\n${ended}\n${unknown}\n${malformed}`)
    assert.deepEqual([dead.code, dead.out.trim().split('\n').at(-1)], [0, '0 are live.'])
    assert.deepEqual(await run(['check'], 'atl_at_ and words'), {
      code: 0,
      out: 'No tokens or secrets found.\n',
      err: '',
    })
  })

  test('`token check` reports a missing file in one line', async () => {
    const outcome = await run(['check', '--file', '/nowhere/leak.txt'])
    assert.deepEqual(outcome, { code: 2, out: '', err: 'There is no file /nowhere/leak.txt.\n' })
  })
})

describe('credentials of other kinds', () => {
  test('credentials of a connected app are found, and revoked with the tokens of the connection', async () => {
    const app = await serving(async (service) => {
      const company = await newCompany(service, 'Initech')
      const person = await newMember(service, company.companyId, 'editor')
      const companyId = publicId('company', company.companyId)
      const used = await connected(service, person, companyId)
      const { body } = await used.refresh(used.refreshToken)
      const request = requestOf(service, used.app, newVerifier())
      const code = codeIn(await allow(person, request, companyId, ['assets:read']))
      return { used: used.refreshToken, refreshToken: body.refresh_token, token: body.access_token, code }
    })
    allSecrets.push(...Object.values(app))
    const text = Object.values(app).join('\n')
    const states = async () =>
      JSON.parse((await run(['check', '--json'], text)).out).tokens.map(
        ({ kind, state, token }: Record<string, unknown>) => [kind, state, token !== null],
      )
    assert.deepEqual(await states(), [
      ['refresh_token', 'revoked', false],
      ['refresh_token', 'live', false],
      ['access_token', 'live', true],
      ['authorization_code', 'live', false],
    ])
    assert.match(
      (await run(['check'], app.refreshToken)).out,
      /^1 +refresh token +live +- +cli_\w+ +Assistant +Initech/m,
    )
    // One refresh token is enough to get further tokens, so it ends the connection's tokens too.
    const dry = await run(['revoke', '--file', '-', '--dry-run'], app.refreshToken)
    assert.equal(dry.out, 'Would revoke 1 token of Assistant.\n')
    assert.equal(
      (await run(['revoke', '--file', '-'], app.refreshToken)).out,
      'Revoked 1 token of Assistant.\n',
    )
    assert.deepEqual((await states()).slice(0, 3), [
      ['refresh_token', 'unknown', false],
      ['refresh_token', 'unknown', false],
      ['access_token', 'revoked', true],
    ])
  })

  test('secrets of webhooks and render links are found, and reported as not checked', async () => {
    const secrets = await serving(async (service) => {
      const company = await newCompany(service, 'Umbrella')
      const url = 'https://hooks.example/x'
      return [(await company.post('/api/webhooks', { url })).body.data.secret, newSecret()] as string[]
    })
    allSecrets.push(...secrets)
    const { code, out } = await run(
      ['check'],
      `a=${secrets[0]}&b=${secrets[1]}\nsee whsec_… and urls_of_pages`,
    )
    const [, first, second, , sum] = out.split('\n')
    assert.match(first!, /^1 +webhook secret +unchecked /)
    assert.match(second!, /^1 +link secret +unchecked /)
    assert.match(sum!, /^0 are live\. 2 secrets of a webhook or render link cannot be checked: /)
    assert.equal(code, 0)
  })

  test('all prefixes of credentials are in one list', () => {
    const root = fileURLToPath(new URL('../src', import.meta.url))
    const prefix = new RegExp(`['\`](?:${Object.values(credentialPrefixes).join('|')}|atl_[a-z]{2}_)['\`$]`)
    const files = globSync('**/*.ts', { cwd: root }).filter((file) =>
      prefix.test(readFileSync(join(root, file), 'utf8')),
    )
    assert.deepEqual(files, ['secrets/credential-prefixes.ts'])
  })
})

describe('a text', () => {
  const tokens = Array.from({ length: 20 }, () => newToken(accessTokenPrefix))
  // A truncated token that is directly followed by a whole token.
  const text = tokens.map((token, at) => `${'x'.repeat(at * 7)}${token.slice(0, 13 + at)}${token}\n`).join('')

  // A token can span two chunks, and the line before it can as well.
  test('text is parsed the same in any chunks', async () => {
    const of = (token: string, line: number) => ({
      kind: 'access_token',
      hash: hashOf(token),
      line,
      times: 1,
    })
    const expected = tokens.flatMap((token, at) => [
      { ...of(token.slice(0, 13 + at), at + 1), isWellFormed: false },
      { ...of(token, at + 1), isWellFormed: true },
    ])
    for (const size of [1, 2, 55, 56, 57, 100, 4096]) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        Buffer.from(text.slice(at * size, (at + 1) * size)),
      )
      assert.deepEqual(await leakedIn(chunks), expected, `in chunks of ${size}`)
    }
  })

  test('text is parsed the same for secrets of every kind, in any chunks', async () => {
    const secrets = [
      ...(['access_token', 'client_secret', 'authorization_code', 'refresh_token'] as const).map(
        (kind) => [kind, newToken(credentialPrefixes[kind])] as const,
      ),
      ['webhook_secret', `whsec_${randomBytes(32).toString('base64')}`] as const,
      ['render_link_secret', newSecret()] as const,
    ]
    const text = secrets.map(([, secret], at) => `${'x'.repeat(at * 11)} "${secret}"\n`).join('')
    for (const size of [1, 3, 50, 64, 4096]) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        Buffer.from(text.slice(at * size, (at + 1) * size)),
      )
      const found = await leakedIn(chunks)
      assert.deepEqual(
        found.map(({ kind, hash, isWellFormed, line }) => [kind, hash, isWellFormed, line]),
        secrets.map(([kind, secret], at) => [kind, hashOf(secret), true, at + 1]),
        `in chunks of ${size}`,
      )
    }
  })

  test('text can be one very long line, without more memory', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x')
    function* chunks() {
      for (let n = 0; n < 8_000; n++) yield piece
      yield Buffer.from(tokens[0]!)
    }
    const before = process.memoryUsage.rss()
    assert.equal((await leakedIn(chunks())).length, 1)
    const grown = process.memoryUsage.rss() - before
    assert.ok(grown < 200 << 20, `${grown >> 20} MB for 500 MB`)
  })

  test('text with too many tokens is rejected', async () => {
    function* chunks() {
      for (let n = 0; n <= leakedMax; n++)
        yield Buffer.from(`${clientSecretPrefix}${String(n).padStart(49, '0')}\n`)
    }
    await assert.rejects(leakedIn(chunks()), TooManyLeakedError)
  })
})

describe('`token revoke`', () => {
  test('`token revoke` with --dry-run lists the tokens that it would revoke, and revokes nothing', async () => {
    const outcome = await run(['revoke', '--file', await fileOf(leak), '--dry-run'])
    assert.deepEqual(outcome, {
      code: 3,
      out: `Would revoke 2 tokens of Importer, test.\nThe client secret on line 6 still works (client test). Revoke it: client rotate ${globex.clientId} --overlap 0\n`,
      err: '',
    })
  })

  test('`token revoke` revokes one token by the start of its hash, as in the audit log or shorter', async () => {
    const id = publicPart(single.token)
    const looked = await run(['revoke', '--prefix', id.slice(0, 7), '--dry-run'])
    const [head, row, sum] = looked.out.split('\n')
    assert.match(head!, /^TOKEN +CLIENT +NAME +ISSUED$/)
    assert.match(row!, new RegExp(`^${id} +${single.clientId} +Single +\\d{4}-`))
    assert.equal(sum, 'Would revoke 1 token of Single.')
    assert.deepEqual(await run(['revoke', '--prefix', id.toUpperCase()]), {
      code: 0,
      out: 'Revoked 1 token of Single.\n',
      err: '',
    })
    assert.equal((await run(['revoke', '--prefix', id])).out, `${id} is already expired or revoked.\n`)
  })

  test('`token revoke` lists the tokens if several hashes match, and revokes them only with --all', async () => {
    const beginning = 'abcdef7'
    await serving(({ db }) => {
      const dates = { issuedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
      // The last hash differs from the prefix in its last digit.
      const hashes = ['0', 'f'].map((digit) => beginning.padEnd(64, digit)).concat('abcdef8'.padEnd(64, '0'))
      const tokens = hashes.map((hash) => ({ hash: Buffer.from(hash, 'hex'), ...dates }))
      return storeTokens(db, parseId('client', single.clientId)!, tokens)
    })
    const refused = await run(['revoke', '--prefix', beginning])
    const named = ['abcdef700000', 'abcdef7fffff']
    assert.deepEqual(refused.err.match(/^[0-9a-f]{12}/gm), named)
    assert.match(refused.err, /^2 tokens match\. Specify more digits, or --all\.$/m)
    assert.deepEqual([refused.code, refused.out], [2, ''])
    const { out } = await run(['revoke', '--prefix', beginning, '--all', '--json'])
    assert.deepEqual(JSON.parse(out), {
      prefix: beginning,
      revoked: 2,
      dry_run: false,
      tokens: named,
      clients: [single.clientId],
    })
    assert.equal((await run(['revoke', '--prefix', 'abcdef'])).out, 'Revoked 1 token of Single.\n')
  })

  // The tokens also stop working for a server that has cached them.
  test('`token revoke` revokes every token in a text, and no other token, with immediate effect while the server runs', async (t) => {
    if (engine === 'embedded') return t.skip('the embedded database belongs to one process')
    await serving(async (service) => {
      const of = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
      const { token } = await newCaller(service, {
        name: 'Warm',
        enterpriseId: acme.enterpriseId,
        companyId: acme.companyId,
      })
      allSecrets.push(token)
      for (let n = 0; n < 3; n++)
        assert.equal((await send(service, 'GET', '/api/user', of(token))).status, 200)
      assert.equal((await run(['revoke', '--file', '-'], token)).code, 0)
      assert.equal((await send(service, 'GET', '/api/user', of(token))).status, 401)
      assert.equal((await send(service, 'GET', '/api/user', of(acme.token))).status, 200)
    })
  })

  test('`token revoke` logs each revoked token, and lists clients whose secrets are still live', async () => {
    const { code, out } = await run(['revoke', '--file', await fileOf(leak), '--json'])
    assert.equal(code, 3)
    assert.deepEqual(JSON.parse(out), {
      revoked: 2,
      dry_run: false,
      clients: [importer.clientId, dormant.clientId].toSorted(),
      live_secrets_of: [globex.clientId],
    })
    await serving(async (service) => {
      const { db } = service
      for (const [{ token }, expected] of [
        [importer, 401],
        [single, 401],
        [globex, 200],
        [acme, 200],
      ] as const) {
        const headers = { authorization: `Bearer ${token}` }
        assert.equal((await send(service, 'GET', '/api/user', { headers })).status, expected)
      }
      const events = await listSecurityEvents(db, {
        client: parseId('client', importer.clientId)!,
        type: 'token.revoked',
        limit: 10,
      })
      const [{ data, company_id }] = events as [(typeof events)[number]]
      assert.deepEqual(data, { actor: { type: 'operator' }, token: publicPart(importer.token) })
      assert.equal(company_id, acme.companyId)
    })
  })

  test('`token revoke` exits with 0 after the secrets are rotated', async () => {
    await serving(({ db }) => {
      const id = parseId('client', globex.clientId)!
      return rotateSecret(db, { actor: { type: 'operator' }, id, companyId: globex.companyId }, 0)
    })
    const outcome = await run(['revoke', '--file', await fileOf(leak)])
    assert.deepEqual(outcome, { code: 0, out: 'Revoked 0 tokens.\n', err: '' })
  })

  test('`token revoke` requires exactly one way to select tokens', async () => {
    for (const [args, line] of [
      [['--prefix', '000000000000', '--file', '-'], 'Specify exactly one of --client, --prefix and --file.'],
      [['--file', '-', '--all'], '--all can only be used with --prefix.'],
      [['--prefix', '000000000000'], 'There is no token whose hash starts with 000000000000.'],
      [['--prefix', '00000'], "--prefix must be the first 6 to 64 digits (0-9, a-f) of a token's hash."],
      // The token itself is not accepted, because it would stay in the shell's history.
      [['--prefix', 'atl_at_'], "--prefix must be the first 6 to 64 digits (0-9, a-f) of a token's hash."],
    ] as const)
      assert.deepEqual(await run(['revoke', ...args]), { code: 2, out: '', err: `${line}\n` })
  })
})
