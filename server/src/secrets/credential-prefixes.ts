/**
 * The prefix of every kind of credential that this server issues. `token check`, the delivery log of
 * webhooks and secret scanners recognize credentials by it. Add new kinds to this list.
 */
export const credentialPrefixes = {
  access_token: 'atl_at_',
  client_secret: 'atl_cs_',
  authorization_code: 'atl_ac_',
  refresh_token: 'atl_rt_',
  render_link_secret: 'rls_',
  webhook_secret: 'whsec_',
} as const

export type CredentialKind = keyof typeof credentialPrefixes
