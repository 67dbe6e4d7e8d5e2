// Engines: postgres
// The MCP tools, called by the protocol's own client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import sharp from 'sharp'
import { type Caller, everyCaller, newCaller, newCompany } from './support/companies.ts'
import { fillLibrary } from './support/library.ts'
import { newTemplate } from './support/renders.ts'
import { atEnd, startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
await fillLibrary(service, acme)
const globex = await newCompany(service, 'Globex')
const lake = await upload(
  service,
  acme,
  { bytes: await picture({ width: 640, height: 480 }), name: 'lake.png' },
  { name: 'Windermere at dawn' },
)
await settled(acme, lake.body.data.id)

const url = new URL('/mcp', service.url)
const readTools = [
  'get_asset',
  'get_brand_kit',
  'get_brand_tokens',
  'get_rendition',
  'get_template',
  'search_assets',
  'search_templates',
]

async function assistant(caller: Pick<Caller, 'token'>) {
  const headers = { authorization: `Bearer ${caller.token}` }
  return connected(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
}

async function connected(transport: StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  atEnd(() => client.close())
  return client
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort()

type Content = { type: string; text?: string; data?: string; mimeType?: string }

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given })
  return {
    content: content as Content[],
    isError: isError ?? false,
    text: (content as Content[]).at(-1)!.text!,
  }
}

// Holds R-PATH-3.
test('every tool has a description and an input schema, and states whether it is read-only', async () => {
  const { tools } = await (await assistant(acme)).listTools()
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.ok(description, name)
    assert.equal(inputSchema.type, 'object')
    assert.equal(annotations?.readOnlyHint, !['render_template', 'update_asset'].includes(name))
    assert.equal(annotations?.destructiveHint ?? false, name === 'update_asset')
  }
})

// Holds R-VALID-2.
test('an unknown argument is rejected by name, with the nearest known argument', async () => {
  const client = await assistant(acme)
  const { tools } = await client.listTools()
  for (const { name, inputSchema } of tools) {
    assert.equal(inputSchema.additionalProperties, false, name)
    const { isError, text } = await call(client, name, { ...required[name], wdith: 3 })
    assert.ok(isError, name)
    assert.match(text, /The argument wdith is not known here\./)
    assert.equal(/Did you mean width\?/.test(text), 'width' in inputSchema.properties!, text)
  }
})

/** Arguments that a tool requires. */
const required: Record<string, object> = {
  get_template: { id: 'tpl_00000000000000000000000000' },
  get_asset: { id: 'ast_00000000000000000000000000' },
  update_asset: { id: 'ast_00000000000000000000000000' },
  get_rendition: { id: 'ast_00000000000000000000000000' },
  check_template: { id: 'tpl_00000000000000000000000000' },
  render_template: { id: 'tpl_00000000000000000000000000' },
}

test('search tools return the same templates and assets as the API lists', async () => {
  const client = await assistant(acme)
  for (const [tool, path] of [
    ['search_templates', '/api/templates'],
    ['search_assets', '/api/assets'],
  ] as const) {
    const found = JSON.parse((await call(client, tool, { limit: 5 })).text).data
    const listed = (await acme.get(`${path}?per_page=5`)).body.data
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      listed.map(({ id }: { id: string }) => id),
    )
    const one = JSON.parse((await call(client, tool, { words: found[0].name, tags: [], limit: 1 })).text).data
    assert.equal(one.length, 1)
    const approved = JSON.parse((await call(client, tool, { review: 'approved', limit: 50 })).text).data
    assert.deepEqual(
      approved.map(({ id, review }: { id: string; review: string }) => [id, review]),
      (await acme.get(`${path}?review=approved&per_page=50`)).body.data.map(({ id }: { id: string }) => [
        id,
        'approved',
      ]),
    )
    assert.notEqual(approved.length, 0)
  }
  const [template] = JSON.parse((await call(client, 'search_templates', { limit: 1 })).text).data
  const { text } = await call(client, 'get_template', { id: template.id })
  assert.ok(Array.isArray(JSON.parse(text).data.variables))
})

// Holds R-PATH-7.
test('search tools return pages that a cursor continues, without signed URLs, including as structured content', async () => {
  const client = await assistant(acme)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const given = { limit: 2, ...(cursor && { cursor }) }
    const { content, structuredContent } = await client.callTool({ name: 'search_assets', arguments: given })
    const text = (content as Content[])[0]!.text!
    assert.deepEqual(JSON.parse(text), structuredContent)
    assert.doesNotMatch(text, /https?:/)
    const page = structuredContent as { data: { id: string; name: string }[]; next_cursor?: string }
    assert.deepEqual(Object.keys(page.data[0]!).slice(0, 2), ['id', 'name'])
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  const { data } = (await acme.get('/api/assets?per_page=100')).body
  assert.deepEqual(
    seen,
    data.map(({ id }: { id: string }) => id),
  )
  const wrong = await call(client, 'search_assets', { cursor: 'x' })
  assert.equal(wrong.isError, true)
})

// Holds R-PATH-7.
test('get_asset returns the details without signed URLs, and update_asset changes only the given fields', async () => {
  const client = await assistant(acme)
  const { id } = lake.body.data
  const { data } = JSON.parse((await call(client, 'get_asset', { id })).text)
  assert.deepEqual([data.id, data.name, data.width], [id, 'Windermere at dawn', 640])
  const changed = await call(client, 'update_asset', { id, alt_text: 'A lake', tags: ['Water'] })
  assert.equal(changed.isError, false, changed.text)
  for (const text of [JSON.stringify(data), changed.text]) assert.doesNotMatch(text, /https?:\/\//)
  const after = (await acme.get(`/api/assets/${id}`)).body.data
  assert.deepEqual(
    [after.name, after.alt_text, after.tags.map(({ name }: { name: string }) => name)],
    ['Windermere at dawn', 'A lake', ['Water']],
  )
  const other = await assistant(globex)
  assert.equal((await call(other, 'update_asset', { id, name: 'x' })).text, 'Not Found. (404)')
})

test('tools show the texts of a language only if the argument names it, and update_asset translates them', async () => {
  const client = await assistant(acme)
  const { id } = lake.body.data
  const translations = { de: { name: 'Windermere am Morgen' } }
  const changed = await call(client, 'update_asset', { id, translations })
  assert.deepEqual(JSON.parse(changed.text).data.translations, translations)
  const nameOf = async (tool: string, given: Record<string, unknown>) => {
    const { data } = JSON.parse((await call(client, tool, given)).text)
    return [data].flat().find((one: { id: string }) => one.id === id).name
  }
  assert.equal(await nameOf('get_asset', { id }), 'Windermere at dawn')
  assert.equal(await nameOf('get_asset', { id, language: 'de-AT' }), 'Windermere am Morgen')
  assert.equal(await nameOf('search_assets', { words: 'Windermere' }), 'Windermere at dawn')
  assert.equal(await nameOf('search_assets', { words: 'Morgen', language: 'de' }), 'Windermere am Morgen')
  const wrong = await call(client, 'update_asset', { id, translations: { de: { nmae: 'x' } } })
  assert.match(wrong.text, /Did you mean name\?/)
})

test('get_rendition returns the image and a link to it', async () => {
  const client = await assistant(acme)
  const { content } = await call(client, 'get_rendition', {
    id: lake.body.data.id,
    width: 320,
    format: 'png',
  })
  const [image, words] = content
  assert.equal(image!.mimeType, 'image/png')
  const bytes = Buffer.from(image!.data!, 'base64')
  assert.equal(bytes.readUInt32BE(16), 320, 'pixels wide')
  const shown = await fetch(JSON.parse(words!.text!).data.url)
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), bytes)
})

test('the brand kit and its tokens are those of the company', async () => {
  const client = await assistant(acme)
  const kit = JSON.parse((await call(client, 'get_brand_kit')).text).data
  assert.equal(kit.is_default, true)
  assert.ok(kit.colors.length > 0)
  const css = await call(client, 'get_brand_tokens', { format: 'css' })
  assert.equal(css.text, (await acme.get(`/api/brand-kit/${kit.id}/tokens?format=css`)).text)
  JSON.parse((await call(client, 'get_brand_tokens')).text)
})

test('render_template returns the image and the same render as the API', async () => {
  const client = await assistant(acme)
  const { id } = await newTemplate(service, acme)
  const variables = { headline: 'Hello', accent: '#0000FF', photo: { asset_id: lake.body.data.id } }
  const { content, text, isError } = await call(client, 'render_template', { id, variables, width: 480 })
  assert.equal(isError, false, text)
  const { data } = JSON.parse(text)
  assert.deepEqual([data.status, data.width, data.height], ['done', 480, 240])
  const bytes = Buffer.from(content[0]!.data!, 'base64')
  assert.deepEqual(bytes, Buffer.from(await (await fetch(data.url)).arrayBuffer()))
  assert.equal(content[0]!.mimeType, 'image/png')
  const same = await acme.post(`/api/templates/${id}/renders`, { variables, width: 480 })
  assert.deepEqual([same.body.data.id, same.body.data.cached], [data.id, true])
})

test('a large render, or a render that is not an image, is returned as a small image', async () => {
  const client = await assistant(acme)
  const { id } = await newTemplate(service, acme)
  for (const [format, given, width] of [
    ['png', { width: 3000 }, 1024],
    ['svg', {}, 240],
  ] as const) {
    const { content, text } = await call(client, 'render_template', { id, format, ...given })
    assert.equal(JSON.parse(text).data.format, format)
    assert.equal(content[0]!.mimeType, 'image/webp')
    const bytes = Buffer.from(content[0]!.data!, 'base64')
    assert.equal((await sharp(bytes).metadata()).width, width)
  }
})

test('check_template returns findings and the positions of texts and explains invalid values by variable', async () => {
  const client = await assistant(acme)
  const { id } = await newTemplate(service, acme)
  const variables = { headline: 'Hi \u{f0000}' }
  const { text } = await call(client, 'check_template', { id, variables })
  const { findings, layout } = JSON.parse(text).data
  assert.deepEqual([findings[0].type, layout[0].variable], ['glyph_missing', 'headline'])
  const strict = await call(client, 'render_template', { id, variables, check: 'strict' })
  assert.deepEqual([strict.isError, strict.text], [true, findings[0].message])
  for (const tool of ['check_template', 'render_template']) {
    const wrong = await call(client, tool, { id, variables: { hedline: 'x' } })
    assert.equal(wrong.isError, true)
    assert.match(wrong.text, /Did you mean headline\?/)
  }
})

test("a missing brand kit and another company's asset are reported as tool errors", async () => {
  const other = await assistant(globex)
  const none = await call(other, 'get_brand_kit')
  assert.deepEqual([none.isError, none.text], [true, 'The company has no brand kit.'])
  const foreign = await call(other, 'get_rendition', { id: lake.body.data.id })
  const missing = await call(other, 'get_rendition', { id: 'ast_01jzzzzzzzfzzvzzzzzzzzzzzz' })
  assert.deepEqual([foreign.isError, foreign.text], [true, 'Not Found. (404)'])
  assert.deepEqual(foreign, missing)
})

test('an ID of another kind, or a path, is rejected by the tool', async () => {
  const client = await assistant(acme)
  for (const [tool, what] of [
    ['get_template', 'a template, tpl_…'],
    ['check_template', 'a template, tpl_…'],
    ['render_template', 'a template, tpl_…'],
    ['get_asset', 'an asset, ast_…'],
    ['update_asset', 'an asset, ast_…'],
    ['get_rendition', 'an asset, ast_…'],
    ['get_brand_kit', 'a brand kit, bkt_…'],
    ['get_brand_tokens', 'a brand kit, bkt_…'],
  ] as const) {
    for (const id of ['', '.', '..', 'logos', 'x/../logos', 'fld_01jzzzzzzzfzzvzzzzzzzzzzzz']) {
      const { isError, text } = await call(client, tool, { id })
      assert.deepEqual([isError, text], [true, `The id must be the ID of ${what}.`])
    }
  }
})

// Holds R-PATH-3.
test('a client only gets the tools of its scopes', async () => {
  const { restricted, readOnly, noCompany } = await everyCaller(service, 'Initech')
  assert.deepEqual(await namesOf(await assistant(restricted)), [])
  assert.deepEqual(await namesOf(await assistant(readOnly)), readTools)
  const every = [...readTools, 'check_template', 'render_template', 'update_asset'].sort()
  assert.deepEqual(await namesOf(await assistant(acme)), every)
  const { enterpriseId, companyId, ownerId } = acme
  const scopes = ['templates:read', 'renders:read']
  const checker = await newCaller(service, { name: 'checker', enterpriseId, companyId, ownerId, scopes })
  assert.deepEqual(await namesOf(await assistant(checker)), [
    'check_template',
    'get_template',
    'search_templates',
  ])
  const lost = await call(await assistant(noCompany), 'search_assets')
  assert.deepEqual([lost.isError, lost.text], [true, 'Company not found. (404)'])
})

test('a request without a live token returns 401 with the URL of the resource metadata', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const authorization of [undefined, 'Bearer atl_at_nothing']) {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })
    assert.equal(answer.status, 401)
    assert.deepEqual(await answer.json(), { message: 'Unauthenticated.' })
    const [, metadata] = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate')!)!
    assert.equal((await fetch(metadata!)).status, 200)
  }
})

// Holds R-PATH-6.
test('a page of another origin is refused with 403, unless the client lists the origin', async () => {
  const { enterpriseId, companyId } = acme
  const listing = { allowedOrigins: ['https://app.example', 'http://localhost:*'] }
  const paged = await newCaller(service, { name: 'paged', enterpriseId, companyId, ...listing })
  const ask = async (origin: string, token?: string) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        origin,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    await answer.text()
    return answer.status
  }
  for (const origin of ['https://evil.example', 'null', `${service.url}.evil.example`])
    for (const token of [undefined, acme.token, paged.token])
      assert.equal(await ask(origin, token), 403, origin)
  for (const origin of ['https://app.example', 'http://localhost:6274', service.url])
    assert.equal(await ask(origin, paged.token), 200, origin)
  assert.equal(await ask('https://app.example', acme.token), 403)
})

test('a body that is too large or not JSON is rejected', async () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${acme.token}`,
  }
  const large = await fetch(url, { method: 'POST', headers, body: `"${'x'.repeat(70_000)}"` })
  assert.equal(large.status, 413)
  const broken = await fetch(url, { method: 'POST', headers, body: '{' })
  assert.equal(broken.status, 400)
})

// Holds R-RATE-1.
test('each MCP request counts once against the rate limit of its IP address', async () => {
  const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '7' } })
  const company = await newCompany(limited, 'Acme')
  let id = 0
  const send = (method: string, params: object = {}, more: object[] = []) => {
    const one = { jsonrpc: '2.0', id: ++id, method, params }
    return fetch(new URL('/mcp', limited.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${company.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(more.length > 0 ? [one, ...more] : one),
    })
  }
  const search = { name: 'search_assets', arguments: {} }
  const left = async (answer: Promise<Response>) => {
    const { status, headers } = await answer
    return [status, Number(headers.get('x-ratelimit-remaining'))]
  }
  const clientInfo = { name: 'test', version: '1' }
  const begin = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  assert.deepEqual(await left(send('initialize', begin)), [200, 6])
  assert.deepEqual(await left(send('tools/list')), [200, 5])
  // The API call inside a tool is not counted again.
  assert.deepEqual(await left(send('tools/call', search)), [200, 4])
  assert.deepEqual(await left(send('tools/call', search)), [200, 3])
  const further = Array.from({ length: 9 }, () => ({
    jsonrpc: '2.0',
    id: ++id,
    method: 'tools/call',
    params: search,
  }))
  const many = await (await send('tools/call', search, further)).text()
  assert.ok(many.split('"data\\"').length - 1 <= 3, many)
  while ((await left(send('tools/list')))[0] === 200);
  const refused = await send('tools/list')
  assert.deepEqual([refused.status, await refused.text()], [429, '{"message":"Too Many Attempts."}'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})
