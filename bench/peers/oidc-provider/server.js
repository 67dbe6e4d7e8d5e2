/** oidc-provider with one client and opaque tokens, all in memory, with its built-in adapter. */
import Provider from 'oidc-provider'

const { PORT, CLIENT_ID, CLIENT_SECRET } = process.env

const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['templates:read'],
  cookies: { keys: ['of no use here'] },
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    devInteractions: { enabled: false },
  },
  routes: { token: '/token', introspection: '/introspection' },
  ttl: { ClientCredentials: 31_536_000 },
})
provider.listen(Number(PORT), '127.0.0.1')

process.once('SIGTERM', () => process.exit())
