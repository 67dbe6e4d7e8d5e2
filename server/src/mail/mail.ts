import { quotedNameFault } from '../http/schemas/name-rules.ts'
import { asName } from '../names.ts'
import type { DigestItem } from '../services.ts'

/** The e-mails to people. */
export type Mail = {
  /** Whether e-mails can be sent. Otherwise, links are shown to the person who requested them. */
  canSend: boolean
  resetPassword(to: { name: string; email: string }, url: string): Promise<void>
  invitation(
    to: { email: string },
    company: { name: string },
    inviter: { name: string },
    url: string,
  ): Promise<void>
  /** Names assets whose rights end soon or have ended, and counts the other assets. */
  rightsEnding(
    to: { email: string },
    company: { name: string },
    assets: readonly { id: string; name: string; day: string }[],
    more: number,
    url: string,
  ): Promise<void>
  /** Names followed searches that have new matches, and counts the other searches. */
  searchesMatched(
    to: { email: string },
    company: { name: string },
    searches: readonly { id: string; name: string }[],
    more: number,
    url: string,
  ): Promise<void>
  /**
   * Lists comments that mention a person and reviews that concern the person, and counts the others. Their texts stay in
   * Atelier.
   */
  digest(
    to: { email: string },
    company: { name: string },
    items: readonly DigestItem[],
    more: number,
  ): Promise<void>
  /** Tells a person that an operator has created a link for a new password. */
  passwordLinkCreated(to: { name: string; email: string }): Promise<void>
  /** An operator's test of the mail server. */
  test(to: { email: string }): Promise<void>
}

const happened: Record<DigestItem['told'], (item: string) => string> = {
  commented: (item) => `mentioned you in a comment on ${item}`,
  submitted: (item) => `submitted ${item} for review`,
  approved: (item) => `approved ${item}`,
  rejected: (item) => `rejected ${item}`,
}

type Message = { to: string; subject: string; text: string }
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

const days = 7

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

/**
 * E-mails are plain text, because every mail program can show them, and they load nothing from the network.
 */
export function mailBy(send: SendMail | undefined): Mail {
  return {
    canSend: send !== undefined,
    async test({ email }) {
      await send?.({
        to: email,
        subject: 'Atelier test e-mail',
        text: 'Hello,\n\nthe mail server of your Atelier installation works: this is the test e-mail that you requested.\n',
      })
    },
    async resetPassword({ name, email }, url) {
      await send?.({
        to: email,
        subject: 'Reset your Atelier password',
        text: `Hello,\n\nA password reset was requested for your Atelier account ${quoted(name, email)}. Choose a new password with this link. It works once and expires after one hour:\n\n${url}\n\nIf you did not request this, ignore this e-mail. Your password stays the same.\n`,
      })
    },
    async passwordLinkCreated({ name, email }) {
      await send?.({
        to: email,
        subject: 'A link to reset your Atelier password was created',
        text: `Hello,\n\nAn operator created a link to choose a new password for your Atelier account ${quoted(name, email)}. The operator will send you the link. It works once and expires after one hour.\n\nIf you did not ask for this link, contact your operator and change your password: a new password invalidates the link.\n`,
      })
    },
    async searchesMatched({ email }, company, searches, more, url) {
      const companyName = quoted(company.name, 'a company')
      const lines = searches.map(({ id, name }) => `${quoted(name, id)}\n${url}?saved=${id}`)
      const others = more > 0 ? [`and ${more.toLocaleString('en')} more`] : []
      await send?.({
        to: email,
        subject: `New assets of ${companyName} match your searches`,
        text: `Hello,\n\nnew assets of ${companyName} on Atelier match these saved searches that you follow:\n\n${[...lines, ...others].join('\n\n')}\n\nTo get no more of these e-mails, open a search and choose "Stop following".\n`,
      })
    },
    async rightsEnding({ email }, company, assets, more, url) {
      const companyName = quoted(company.name, 'a company')
      const lines = assets.map(({ id, name, day }) => `${day}  ${quoted(name, id)}`)
      const others = more > 0 ? [`and ${more.toLocaleString('en')} more`] : []
      await send?.({
        to: email,
        subject: `Rights to assets of ${companyName} end`,
        text: `Hello,\n\nthe rights to use these assets of ${companyName} on Atelier end on the given day or have already ended:\n\n${[...lines, ...others].join('\n')}\n\nFrom that day on, shares, archives and renders exclude these assets. View all assets whose rights end soon:\n\n${url}\n`,
      })
    },
    async digest({ email }, company, items, more) {
      const companyName = quoted(company.name, 'a company')
      const lines = items.map(({ told, author, name, url }) => {
        const item = quoted(name, 'an item')
        return `${quoted(author ?? '', 'A client')} ${happened[told](item)}:\n${url}`
      })
      const others = more > 0 ? [`and ${more.toLocaleString('en')} more`] : []
      await send?.({
        to: email,
        subject: `Comments and reviews for you in ${companyName}`,
        text: `Hello,\n\nthis is new for you in the library of ${companyName} on Atelier:\n\n${[...lines, ...others].join('\n\n')}\n`,
      })
    },
    async invitation({ email }, company, inviter, url) {
      const companyName = quoted(company.name, 'a company')
      await send?.({
        to: email,
        subject: `Invitation to ${companyName} on Atelier`,
        text: `Hello,\n\n${quoted(inviter.name, 'A member')} invited you to the creative library of ${companyName} on Atelier. Accept the invitation with this link. It expires after ${days} days:\n\n${url}\n\nIf you did not expect this invitation, ignore this e-mail.\n`,
      })
    },
  }
}
