import { InvalidArgumentError } from 'commander'
import { UsageError } from '../errors.ts'
import type { Terminal } from '../terminal.ts'

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const advice = 'a name of letters, digits, dots, dashes and underscores'

/** The parser of `--profile`. */
export function profileName(text: string): string {
  if (namePattern.test(text)) return text
  throw new InvalidArgumentError(`It must be ${advice}.`)
}

/** The profile in use. Without a profile, the credentials of `login` without `--profile`. */
export function profileOf({ ATELIER_PROFILE: name }: Record<string, string | undefined>): string | undefined {
  if (!name) return undefined
  if (namePattern.test(name)) return name
  throw new UsageError(`ATELIER_PROFILE must be ${advice}.`)
}

/** Variables with credentials, which belong to no profile. */
const ofEnvironment = [
  'ATELIER_URL',
  'ATELIER_TOKEN',
  'ATELIER_CLIENT_ID',
  'ATELIER_CLIENT_SECRET',
  'ATELIER_SCOPE',
]

/** Makes the commands use a profile. A profile on the command line takes precedence over the environment. */
export function useProfile(terminal: Terminal, name: string | undefined): void {
  if (name === undefined) return
  const left = Object.entries(terminal.env).filter(([variable]) => !ofEnvironment.includes(variable))
  terminal.env = { ...Object.fromEntries(left), ATELIER_PROFILE: name }
}
