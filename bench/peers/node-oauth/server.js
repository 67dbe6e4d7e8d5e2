/** @node-oauth/oauth2-server behind bare node:http, with a model of two in-memory maps. */
import { createServer } from 'node:http'
import OAuth2Server from '@node-oauth/oauth2-server'

const { PORT, CLIENT_ID, CLIENT_SECRET } = process.env

const client = { id: CLIENT_ID, secret: CLIENT_SECRET, grants: ['client_credentials'] }
const clients = new Map([[client.id, client]])
const tokens = new Map()
/** As many tokens as the other peer keeps in memory: more would measure the heap. */
const tokensMax = 2_000

const oauth = new OAuth2Server({
  accessTokenLifetime: 31_536_000,
  model: {
    getClient(id, secret) {
      const found = clients.get(id)
      return found && found.secret === secret ? found : null
    },
    getUserFromClient: (client) => ({ id: client.id }),
    validateScope: () => ['templates:read'],
    saveToken(token, client, user) {
      const saved = { ...token, client, user }
      tokens.set(token.accessToken, saved)
      if (tokens.size > tokensMax) tokens.delete(tokens.keys().next().value)
      return saved
    },
    getAccessToken: (accessToken) => tokens.get(accessToken),
  },
})

/** The package has no introspection: this validates a token and responds as RFC 7662 defines. */
async function introspect(headers, { token }) {
  const request = new OAuth2Server.Request({
    method: 'GET',
    query: {},
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  const found = await oauth.authenticate(request, new OAuth2Server.Response({}))
  const { client, scope, accessTokenExpiresAt } = found
  const exp = Math.floor(accessTokenExpiresAt.getTime() / 1000)
  return { active: true, client_id: client.id, scope: scope?.join(' '), token_type: 'Bearer', exp }
}

async function issue(headers, body) {
  const request = new OAuth2Server.Request({ method: 'POST', query: {}, headers, body })
  const response = new OAuth2Server.Response({})
  await oauth.token(request, response)
  return response.body
}

createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const answer = request.url === '/token' ? issue : introspect
    answer(request.headers, Object.fromEntries(new URLSearchParams(text))).then(
      (body) => send(response, 200, body),
      (error) => send(response, error.code ?? 500, { error: error.name }),
    )
  })
}).listen(Number(PORT), '127.0.0.1')

function send(response, status, body) {
  const bytes = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(bytes),
    'Cache-Control': 'no-store',
  }
  response.writeHead(status, headers).end(bytes)
}

process.once('SIGTERM', () => process.exit())
