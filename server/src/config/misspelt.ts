import { nearName } from '@atelier/filling/near-name'

/** A variable that looks like a setting of ours and is none, with the one that was probably meant. */
export type Misspelt = { name: string; near: string | undefined }

/** Whoever sets such a variable means us. */
const prefixes = ['ATELIER_', 'S3_', 'SMTP_', 'OIDC_', 'REDIS_', 'DATABASE_']
/** The command line's own, which a shell may have set for it. */
const ofCommandLine = ['ATELIER_URL', 'ATELIER_CLIENT_ID', 'ATELIER_CLIENT_SECRET', 'ATELIER_TOKEN']
/** Shorter names are too near to those of others: HOME and HOST. */
const comparedLengthMin = 8

export function misspeltVariables(names: readonly string[], known: readonly string[]): Misspelt[] {
  return names
    .filter((name) => !known.includes(name) && !ofCommandLine.includes(name))
    .map((name) => ({ name, near: nearName(name.toUpperCase().replace(/^ATELIER_/, ''), known) }))
    .filter(({ name, near }) => {
      const isNear = near !== undefined && name.length >= comparedLengthMin
      return isNear || prefixes.some((prefix) => name.toUpperCase().startsWith(prefix))
    })
}
