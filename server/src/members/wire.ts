import { z } from 'zod'
import { roles } from './roles.ts'

export const passwordLengthMin = 10
/** Maximum length of a password. It limits the cost of a check, and is longer than any password that people type. */
export const passwordLengthMax = 128

export const Email = z
  .string()
  .max(254, { abort: true })
  .check(z.email('must be an e-mail address.'))
  .toLowerCase()
export const Password = z
  .string()
  .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters.`)
  .max(passwordLengthMax, `must have at most ${passwordLengthMax} characters.`)
/** Whether a password meets the rule of the sign-in library. */
export const isPassword = (given: unknown): boolean => Password.safeParse(given).success
export const RoleName = z.enum(roles)

/** How the link of an invitation was delivered. */
export const Sent = {
  mailed: z.boolean().describe('Whether an e-mail with the link was sent.'),
  url: z.string().nullable().describe('Link to pass on to the invited person. Null if the e-mail was sent.'),
}
