/** What its link tells. The last part of the link, its code, is what the server knows it by. */
export type Invitation = {
  email: string
  role: string
  company: { name: string }
  inviter: { name: string }
  /** Whether somebody signs in with this address already. */
  has_account: boolean
}
