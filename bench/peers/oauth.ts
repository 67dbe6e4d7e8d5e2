import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Duel, duel } from '../duel.ts'
import type { Engine } from '../engines/engine.ts'
import { type Account, makeAccount } from '../fill/accounts.ts'
import type { Line, Options } from '../lines.ts'
import { formType, jsonType, type Request } from '../load/load.ts'
import { startOther, startServer } from '../processes.ts'
import { installPeer, type Peer, type PeerName } from './install.ts'

type Goals = { issue?: number; introspection?: number }

const peers: [PeerName, Goals][] = [
  ['oidc-provider', { issue: 1, introspection: 3 }],
  ['node-oauth', {}],
]

/** Number of tokens. oidc-provider keeps only a thousand in memory. */
const tokensCount = 500

/**
 * Measures client credentials and opaque tokens. The peer keeps its tokens in memory and loses them at exit;
 * Atelier's tokens are on disk.
 */
export async function oauthLines(engine: Engine, options: Options): Promise<Line[]> {
  const filled = await engine.open({
    name: 'peer_accounts',
    kept: false,
    fill: (owner) => makeAccount(owner, 'Measured', tokensCount),
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    const lines: Line[] = []
    for (const [name, goals] of peers) {
      const peer = await installPeer(name)
      if (!peer) continue
      const system = await startServer(filled.server, directory, { isWarm: true })
      try {
        lines.push(...(await against(peer, goals, system.url, filled.facts, options)))
      } finally {
        await system.stop()
      }
    }
    return lines
  } finally {
    await filled.remove()
    rmSync(directory, { recursive: true })
  }
}

async function against(peer: Peer, goals: Goals, system: string, account: Account, { effort }: Options) {
  const credentials = { client_id: 'measured', client_secret: randomBytes(32).toString('base64url') }
  const other = await startOther([join(peer.folder, 'server.js')], {
    CLIENT_ID: credentials.client_id,
    CLIENT_SECRET: credentials.client_secret,
  })
  try {
    const ourIssue = json('/oauth/access-token', {
      client_id: account.clientId,
      client_secret: account.clientSecret,
    })
    const theirIssue = form('/token', { grant_type: 'client_credentials', ...credentials })
    const theirTokens: string[] = []
    for (let n = 0; n < tokensCount; n++)
      theirTokens.push((await answer(other.url, theirIssue)).access_token as string)
    const ours = account.tokens.map((token) => json('/oauth/introspect', { token }))
    const theirs = theirTokens.map((token) => form('/introspection', { ...credentials, token }))
    for (const request of ours) mustBeActive((await answer(system, request)).data)
    for (const request of theirs) mustBeActive(await answer(other.url, request))

    // Introspection is measured first, because issuing tokens would evict the tokens that it uses.
    const introspection = await duel(
      { url: system, requests: ours },
      { url: other.url, requests: theirs },
      effort,
    )
    for (const request of theirs) mustBeActive(await answer(other.url, request))
    if (typeof (await answer(system, ourIssue)).token !== 'object')
      throw new Error('Atelier issued no token.')
    const issue = await duel(
      { url: system, requests: [ourIssue] },
      { url: other.url, requests: [theirIssue] },
      effort,
    )
    const named = `${peer.name} ${peer.version}`
    return [
      line(issue, `A token, durable, against ${named}`, goals.issue, 'the peer keeps its tokens in memory'),
      line(
        introspection,
        `Introspection of a live token, against ${named}`,
        goals.introspection,
        `${tokensCount} tokens in rotation, in memory on both sides`,
      ),
    ]
  } finally {
    await other.stop()
  }
}

const line = (result: Duel, what: string, goal: number | undefined, note: string): Line => ({
  ...result,
  what,
  ...(goal !== undefined && { goal }),
  note,
})

const json = (path: string, body: object): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  type: jsonType,
})

const form = (path: string, fields: Record<string, string>): Request => ({
  method: 'POST',
  path,
  body: new URLSearchParams(fields).toString(),
  type: formType,
})

async function answer(url: string, { method, path, body, type }: Request): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, { method, body: body!, headers: { 'content-type': type! } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

function mustBeActive(introspected: unknown) {
  if ((introspected as { active?: unknown }).active !== true)
    throw new Error('An active token was reported as inactive.')
}
