import { text } from './body-fields.ts'

const passwordLengthMin = 6
const passwordLengthMax = 200

/** The password of a page for people without an account. Only its hash is stored (endpoints/hashed-password.ts). */
export const pagePassword = text(passwordLengthMax)
  .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters.`)
  .nullable()
  .describe(
    `Password of the page, at least ${passwordLengthMin} characters. Null if the page has no password. Never returned.`,
  )
