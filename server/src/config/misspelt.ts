import { nearName } from '@atelier/filling/near-name'

/** An unknown variable that looks like a setting, with the closest setting. */
export type Misspelt = { name: string; near: string | undefined }

/** Prefixes of settings that only Atelier has. */
const prefixes = ['ATELIER_', 'S3_', 'SMTP_', 'OIDC_', 'REDIS_', 'DATABASE_']
/** Settings of the command-line client, which a shell may have set. */
const ofCommandLine = ['ATELIER_URL', 'ATELIER_CLIENT_ID', 'ATELIER_CLIENT_SECRET', 'ATELIER_TOKEN']
/** Minimum length of a compared name. Shorter names, such as HOME, are too similar to other programs' variables. */
const comparedLengthMin = 7

export function misspeltVariables(names: readonly string[], known: readonly string[]): Misspelt[] {
  return names
    .filter((name) => !known.includes(name) && !ofCommandLine.includes(name))
    .map((name) => ({ name, near: nearName(name.toUpperCase().replace(/^ATELIER_/, ''), known) }))
    .filter(({ name, near }) => {
      const isNear = near !== undefined && name.length >= comparedLengthMin
      return isNear || prefixes.some((prefix) => name.toUpperCase().startsWith(prefix))
    })
}
