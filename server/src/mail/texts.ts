export type Letter = { subject: string; text: string }

/** The texts of all e-mails in one language. Names arrive in quotes, and lists as finished lines. */
export type MailTexts = {
  /** Replaces a name that is missing or could pass for a sentence. */
  unnamed: { company: string; member: string; client: string; item: string }
  /** The last line of a list that is too long. */
  more: (count: number) => string
  render: (template: string) => string
  /** What a colleague did, before the link to it. */
  digest: Record<DigestItem['told'], (author: string, item: string) => string>
  test: Letter
  resetPassword: (account: string, url: string) => Letter
  passwordLinkCreated: (account: string) => Letter
  searchesMatched: (company: string, searches: string) => Letter
  rightsEnding: (company: string, assets: string, url: string) => Letter
  digestOf: (company: string, items: string) => Letter
  invitation: (inviter: string, company: string, url: string) => Letter
}

/** A comment that mentions the recipient, or a review that concerns them. */
export type DigestItem = {
  told: 'commented' | 'submitted' | 'approved' | 'rejected'
  /** Null for a client or a deleted person. */
  author: string | null
  name: string
  /** Whether the item is a render of the named template. */
  isRender: boolean
  url: string
}
