import { z } from 'zod'
import { type GroupRole, groupRoles } from './group-roles.ts'
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

/** A scope as OAuth allows it (RFC 6749 §3.3). */
const scopePattern = /^[!#-[\]-~]+$/

const scopesIn = (text: string) => text.split(/\s+/)

const claimName = z.string().regex(/^[!-~]{1,200}$/, { error: 'the name of a claim' })

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
  OIDC_SCOPES: z
    .string()
    .refine(
      (text) => scopesIn(text).includes('openid') && scopesIn(text).every((one) => scopePattern.test(one)),
      {
        error: 'scopes separated by spaces, including `openid`',
      },
    )
    .default('openid profile email')
    .describe(
      'Scopes to request, separated by spaces. Some providers send groups only with the scope `groups`.',
    ),
  OIDC_EMAIL_VERIFIED_CLAIM: claimName
    .default('email_verified')
    .describe(
      'Claim that says whether the e-mail address is verified. Microsoft Entra ID sends `xms_edov` instead of the standard claim.',
    ),
  OIDC_GROUPS_CLAIM: claimName
    .default('groups')
    .describe('Claim with the groups of a person. A nested claim is a path: `realm_access.roles`.'),
  OIDC_GROUP_ROLES: groupRoles
    .optional()
    .describe(
      'Roles of groups, as a JSON list: `[{"group":"designers","company":"cmp_…","role":"editor"}]`. If unset, groups have no effect.',
    ),
}

const [issuer, clientId, clientSecret] = Object.keys(oidcVariables) as [string, string, string]

export const peopleNeeds: readonly Need[] = [
  [
    issuer,
    [
      clientId,
      clientSecret,
      'OIDC_SCOPES',
      'OIDC_EMAIL_VERIFIED_CLAIM',
      'OIDC_GROUPS_CLAIM',
      'OIDC_GROUP_ROLES',
    ],
  ],
  [clientId, [issuer, clientSecret]],
  [clientSecret, [issuer, clientId]],
  ['OIDC_GROUP_ROLES', ['OIDC_GROUPS_CLAIM']],
]

export type PeopleConfig = {
  smtp: { url: string; from: string } | undefined
  singleSignOn: SingleSignOnConfig | undefined
}

export type SingleSignOnConfig = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string[]
  emailVerifiedClaim: string
  /** If undefined, groups have no effect. */
  groups: { claim: string; roles: readonly GroupRole[] } | undefined
}

export function peopleOf(e: PeopleValues): PeopleConfig {
  return {
    smtp: e.SMTP_URL === undefined ? undefined : { url: e.SMTP_URL, from: e.MAIL_FROM },
    singleSignOn: singleSignOnOf(e),
  }
}

type PeopleValues = z.infer<z.ZodObject<typeof peopleVariables>>

function singleSignOnOf(e: PeopleValues): SingleSignOnConfig | undefined {
  if (!e.OIDC_ISSUER || !e.OIDC_CLIENT_ID || !e.OIDC_CLIENT_SECRET) return undefined
  return {
    name: e.OIDC_NAME,
    issuer: e.OIDC_ISSUER,
    clientId: e.OIDC_CLIENT_ID,
    clientSecret: e.OIDC_CLIENT_SECRET,
    scopes: scopesIn(e.OIDC_SCOPES),
    emailVerifiedClaim: e.OIDC_EMAIL_VERIFIED_CLAIM,
    groups: e.OIDC_GROUP_ROLES && { claim: e.OIDC_GROUPS_CLAIM, roles: e.OIDC_GROUP_ROLES },
  }
}
