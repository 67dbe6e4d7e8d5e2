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
export const addressRefused = 'The mail server refuses the address.'

/** Of the address, for good (RFC 5321 §4.2.1): trying again would not help. */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

const days = 7

/** Letters are plain text: every client shows them, and nothing in them is fetched. */
export function mailBy(send: SendMail | undefined): Mail {
  return {
    canSend: send !== undefined,
    async resetPassword({ name, email }, url) {
      await send?.({
        to: email,
        subject: 'A new password for Atelier',
        text: `Hello ${name},\n\nwith this link you choose a new password. It works for an hour, once:\n\n${url}\n\nIf you did not ask for it, nothing has to be done.\n`,
      })
    },
    async invitation({ email }, company, inviter, url) {
      await send?.({
        to: email,
        subject: `${inviter.name} invites you to ${company.name}`,
        text: `Hello,\n\n${inviter.name} invites you to the creative library of ${company.name}. The link works for ${days} days:\n\n${url}\n`,
      })
    },
  }
}
