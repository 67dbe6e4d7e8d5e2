import type { Language } from '../languages.ts'
import { quotedNameFault } from '../name-rules.ts'
import { asName } from '../names.ts'
import { mailTexts } from './catalogs.ts'
import type { DigestItem, Letter, MailTexts } from './texts.ts'

export type Recipient = { email: string; language: Language | null }

export type Mail = {
  /** Whether e-mails can be sent. Otherwise, links are shown to the person who requested them. */
  canSend: boolean
  resetPassword(to: Recipient & { name: string }, url: string): Promise<void>
  invitation(to: Recipient, company: { name: string }, inviter: { name: string }, url: string): Promise<void>
  /** Names assets whose rights end soon or have ended, and counts the rest. */
  rightsEnding(
    to: Recipient,
    company: { name: string },
    assets: readonly { id: string; name: string; day: string }[],
    more: number,
    url: string,
  ): Promise<void>
  /** Names saved searches with new matches, and counts the rest. */
  searchesMatched(
    to: Recipient,
    company: { name: string },
    searches: readonly { id: string; name: string }[],
    more: number,
    url: string,
  ): Promise<void>
  /**
   * Lists comments that mention the recipient, and reviews that concern them, and counts the rest. The e-mail
   * omits their texts.
   */
  digest(to: Recipient, company: { name: string }, items: readonly DigestItem[], more: number): Promise<void>
  /** Tells a person that an operator has created a link for a new password. */
  passwordLinkCreated(to: Recipient & { name: string }): Promise<void>
  test(to: Recipient): Promise<void>
}

type Message = Letter & { to: string }
export type SendMail = (message: Message) => Promise<unknown>

/** The reason why an e-mail is not retried. */
export const addressRefused = 'The mail server rejects the e-mail address.'

/**
 * Whether the mail server permanently rejected the e-mail address (RFC 5321 §4.2.1). A retry would not help.
 */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

/** Waits for an e-mail that is not retried if the mail server permanently rejects the address. */
export async function unlessRefused(sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

/** Maximum length of a name in an e-mail. A longer name could pass for a sentence. */
const shownNameLengthMax = 60

/**
 * A name in quotes, so that it does not look like part of the e-mail's text. Names that were stored before this rule
 * existed may violate it, and are omitted.
 */
function quoted(name: string, otherwise: string): string {
  const shown = asName(name).replaceAll('"', "'")
  if (quotedNameFault(shown) !== undefined) return otherwise
  const isLong = shown.length > shownNameLengthMax
  return `"${isLong ? `${shown.slice(0, shownNameLengthMax).toWellFormed()}...` : shown}"`
}

/** The lines of a list, and a last line with the number of further items. */
const listOf = (lines: readonly string[], more: number, texts: MailTexts): string[] => [
  ...lines,
  ...(more > 0 ? [texts.more(more)] : []),
]

/**
 * E-mails are plain text, because every mail program can show them, and they load nothing from the network.
 * They have the recipient's language.
 */
export function mailBy(send: SendMail | undefined): Mail {
  const sendTo = async ({ email }: Recipient, letter: Letter) => void (await send?.({ to: email, ...letter }))
  return {
    canSend: send !== undefined,
    test: (to) => sendTo(to, mailTexts(to.language).test),
    resetPassword: (to, url) =>
      sendTo(to, mailTexts(to.language).resetPassword(quoted(to.name, to.email), url)),
    passwordLinkCreated: (to) =>
      sendTo(to, mailTexts(to.language).passwordLinkCreated(quoted(to.name, to.email))),
    searchesMatched(to, company, searches, more, url) {
      const texts = mailTexts(to.language)
      const lines = searches.map(({ id, name }) => `${quoted(name, id)}\n${url}?saved=${id}`)
      const list = listOf(lines, more, texts).join('\n\n')
      return sendTo(to, texts.searchesMatched(quoted(company.name, texts.unnamed.company), list))
    },
    rightsEnding(to, company, assets, more, url) {
      const texts = mailTexts(to.language)
      const lines = assets.map(({ id, name, day }) => `${day}  ${quoted(name, id)}`)
      const list = listOf(lines, more, texts).join('\n')
      return sendTo(to, texts.rightsEnding(quoted(company.name, texts.unnamed.company), list, url))
    },
    digest(to, company, items, more) {
      const texts = mailTexts(to.language)
      const { unnamed } = texts
      const lines = items.map(({ told, author, name, isRender, url }) => {
        const item = quoted(name, unnamed.item)
        const by = quoted(author ?? '', unnamed.client)
        return `${texts.digest[told](by, isRender ? texts.render(item) : item)}\n${url}`
      })
      const list = listOf(lines, more, texts).join('\n\n')
      return sendTo(to, texts.digestOf(quoted(company.name, unnamed.company), list))
    },
    invitation(to, company, inviter, url) {
      const { unnamed, invitation } = mailTexts(to.language)
      const letter = invitation(
        quoted(inviter.name, unnamed.member),
        quoted(company.name, unnamed.company),
        url,
      )
      return sendTo(to, letter)
    },
  }
}
