import { lazy } from '../lazy.ts'
import type { SendMail } from './mail.ts'

const timeoutMs = 15_000

/**
 * Sends through the mail server at a URL and checks its certificate. The library is loaded with the first
 * e-mail.
 */
export function sendBy({ url, from }: { url: string; from: string }): SendMail {
  const transport = lazy(async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
    return createTransport({ url, ...timeouts }, { from })
  })
  // As an object, the text is always a single e-mail address.
  return async ({ to, ...message }) =>
    (await transport()).sendMail({ ...message, to: { name: '', address: to } })
}
