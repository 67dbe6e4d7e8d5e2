import { quotedNameFault } from '../http/schemas/name-rules.ts'
import { asName } from '../names.ts'

/** What is said to people by e-mail. */
export type Mail = {
  /** Whether it can be sent at all: else links are shown to whoever asks for them. */
  canSend: boolean
  resetPassword(to: { name: string; email: string }, url: string): Promise<void>
  invitation(
    to: { email: string },
    company: { name: string },
    inviter: { name: string },
    url: string,
  ): Promise<void>
}

type Message = { to: string; subject: string; text: string }
export type SendMail = (message: Message) => Promise<unknown>

/** Why a letter is sent no more. */
export const addressRefused = 'The mail server rejects the e-mail address.'

/** Of the address, for good (RFC 5321 §4.2.1): trying again would not help. */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

const days = 7

/** Longer ones would be sentences. */
const shownNameLengthMax = 60

/**
 * A name as letters show it: in quotes, so that nobody takes it for something that we say. Older ones may break today's
 * rule; those are left out.
 */
function quoted(name: string, otherwise: string): string {
  const shown = asName(name).replaceAll('"', "'")
  if (quotedNameFault(shown) !== undefined) return otherwise
  const isLong = shown.length > shownNameLengthMax
  return `"${isLong ? `${shown.slice(0, shownNameLengthMax).toWellFormed()}...` : shown}"`
}

/** Letters are plain text: every client shows them, and nothing in them is fetched. */
export function mailBy(send: SendMail | undefined): Mail {
  return {
    canSend: send !== undefined,
    async resetPassword({ name, email }, url) {
      await send?.({
        to: email,
        subject: 'Reset your Atelier password',
        text: `Hello,\n\nA password reset was requested for your Atelier account ${quoted(name, email)}. Choose a new password with this link. It works once and expires after one hour:\n\n${url}\n\nIf you did not request this, ignore this e-mail. Your password stays the same.\n`,
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
