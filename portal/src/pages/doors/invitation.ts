export type Invitation = {
  id: string
  email: string
  role: string
  company: { name: string }
  inviter: { name: string }
  /** Whether somebody signs in with this address already. */
  has_account: boolean
}
