import { z } from 'zod'
import type { Need } from './needs.ts'
import { isBare, isDecodable, url } from './values.ts'

const oidcVariables = {
  OIDC_ISSUER: url(['http:', 'https:'], isBare, 'an http or https URL without credentials, query or fragment')
    .optional()
    .describe('Single sign-on: an OpenID Connect issuer. Needs the two below.'),
  OIDC_CLIENT_ID: z.string().optional().describe('The id of our client at the issuer.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
}

/** How people get in and are written to. */
export const peopleVariables = {
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    isDecodable,
    'an smtp:// or smtps:// URL, with special characters in it percent-encoded',
  )
    .optional()
    .describe(
      'The server that sends invitations and links for new passwords. Unset: whoever invites is shown the link.',
    ),
  MAIL_FROM: z
    .string()
    .default('Atelier <atelier@localhost>')
    .describe('Who the letters are from: `Name <address>`.'),
  ...oidcVariables,
  OIDC_NAME: z
    .string()
    .max(60)
    .default('single sign-on')
    .describe('The button says «Sign in with» and this.'),
}

const [issuer, clientId, clientSecret] = Object.keys(oidcVariables) as [string, string, string]

export const peopleNeeds: readonly Need[] = [
  [issuer, [clientId, clientSecret]],
  [clientId, [issuer, clientSecret]],
  [clientSecret, [issuer, clientId]],
]

export type PeopleConfig = {
  smtp: { url: string; from: string } | undefined
  singleSignOn: { name: string; issuer: string; clientId: string; clientSecret: string } | undefined
}

export function peopleOf(e: z.infer<z.ZodObject<typeof peopleVariables>>): PeopleConfig {
  const { SMTP_URL, MAIL_FROM, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = e
  return {
    smtp: SMTP_URL === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM },
    singleSignOn:
      OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
        ? { name: OIDC_NAME, issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }
        : undefined,
  }
}
