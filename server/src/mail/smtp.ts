import { lazy } from '../lazy.ts'
import type { SendMail } from './mail.ts'

const timeoutMs = 15_000

/** A mail server by its URL; its certificate is checked where it has one. The library is read with the first letter. */
export function sendBy({ url, from }: { url: string; from: string }): SendMail {
  const transport = lazy(async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
    return createTransport({ url, ...timeouts }, { from })
  })
  // As an object it is one address, whatever it holds.
  return async ({ to, ...message }) =>
    (await transport()).sendMail({ ...message, to: { name: '', address: to } })
}
