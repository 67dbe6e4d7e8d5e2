import { z } from 'zod'
import type { Need } from './needs.ts'
import { isBare, isDecodable, url } from './values.ts'

const oidcVariables = {
  OIDC_ISSUER: url(['http:', 'https:'], isBare, 'an http or https URL without credentials, query or fragment')
    .optional()
    .describe('OpenID Connect issuer for single sign-on. Requires the next two variables.'),
  OIDC_CLIENT_ID: z.string().optional().describe('OAuth client ID that the issuer assigned to Atelier.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('OAuth client secret that the issuer assigned to Atelier.'),
}

/** Settings of sign-in and e-mail. */
export const peopleVariables = {
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    isDecodable,
    'an smtp:// or smtps:// URL, with special characters percent-encoded',
  )
    .optional()
    .describe(
      'Mail server for invitations and password links. If unset, invitation links are shown to the inviter instead.',
    ),
  MAIL_FROM: z
    .string()
    .default('Atelier <atelier@localhost>')
    .describe('Sender of e-mails: `Name <address>`.'),
  ...oidcVariables,
  OIDC_NAME: z
    .string()
    .max(60)
    .default('single sign-on')
    .describe('Name on the sign-in button, after “Sign in with”.'),
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
