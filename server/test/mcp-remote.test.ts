// Engines: embedded
// mcp-remote, through which assistants that only start local programs connect to /mcp. `npm run check:vendor-tools` and
// `.ci/run` install it.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { areInstalled, toolsDirectory } from '../../scripts/vendor-tools/tools.ts'
import { publicId } from '../src/ids.ts'
import { newCompany } from './support/companies.ts'
import { allow } from './support/connected-apps.ts'
import { inherited } from './support/environment.ts'
import { behindProxy, newMember } from './support/people.ts'
import { atEnd, startService } from './support/service.ts'
import { until } from './support/until.ts'

/** A browser that only writes down the URL that it is to open. */
async function browserIn(directory: string) {
  const [program, opened] = [join(directory, 'browser'), join(directory, 'opened')]
  await writeFile(
    program,
    `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    {
      mode: 0o700,
    },
  )
  return { program, opened: () => readFile(opened, 'utf8').catch(() => '') }
}

test('mcp-remote signs a person in with a browser, calls tools, and keeps the connection', {
  skip: !areInstalled && 'npm run check:vendor-tools installs mcp-remote',
}, async () => {
  const service = await startService({ env: behindProxy })
  const acme = await newCompany(service, 'Acme')
  const editor = await newMember(service, acme.companyId, 'editor')
  const directory = await mkdtemp(join(tmpdir(), 'atelier-mcp-remote-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const browser = await browserIn(directory)
  const start = () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [join(toolsDirectory, 'node_modules/mcp-remote/dist/proxy.js'), `${service.url}/mcp`],
      env: {
        PATH: inherited.PATH ?? '',
        HOME: directory,
        MCP_REMOTE_CONFIG_DIR: directory,
        BROWSER: browser.program,
      },
      stderr: 'ignore',
    })

  const client = new Client({ name: 'test', version: '1' })
  const connecting = client.connect(start(), { timeout: 60_000 })
  const page = new URL(await until('the browser is opened', browser.opened, 60_000))
  assert.equal(page.origin + page.pathname, `${service.url}/oauth/apps/authorize`)
  const asked = Object.fromEntries(page.searchParams)
  const allowed = await allow(editor, asked, publicId('company', acme.companyId), ['assets:read'])
  assert.equal(allowed.status, 201, allowed.text)
  assert.equal((await fetch(allowed.body.data.redirect_url)).status, 200)
  await connecting
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name).filter((name) => name.includes('asset')),
    ['search_assets', 'get_asset'],
  )
  const found = await client.callTool({ name: 'search_assets', arguments: {} })
  assert.notEqual(found.isError, true)
  await client.close()

  // The next start uses the stored tokens, without a browser.
  await rm(join(directory, 'opened'))
  const again = new Client({ name: 'test', version: '1' })
  await again.connect(start(), { timeout: 60_000 })
  assert.ok((await again.listTools()).tools.length > 0)
  await again.close()
  assert.equal(await browser.opened(), '')
})
