/**
 * The issuer of tokens for apps. It is separate from the issuer for clients with a secret, which has no page.
 */
export const issuerPath = '/oauth/apps'
/** The authorization endpoint (RFC 6749 §3.1), which leads to the page. */
export const authorizationPath = `${issuerPath}/authorize`
export const tokenPath = `${issuerPath}/token`
export const registrationPath = `${issuerPath}/register`
export const revocationPath = `${issuerPath}/revoke`
export const consentPagePath = '/connect'
/** The API of the consent page, and of the account page that lists the connected apps. */
export const authorizationsPath = '/portal/api/app-authorizations'
export const connectionsPath = '/portal/api/connected-apps'
