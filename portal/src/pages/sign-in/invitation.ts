import type { Role } from '../people/people.ts'

/** The invitation behind a link. The server identifies it by the code at the end of the URL. */
export type Invitation = {
  email: string
  role: Role
  company: { name: string }
  inviter: { name: string }
  has_account: boolean
}
