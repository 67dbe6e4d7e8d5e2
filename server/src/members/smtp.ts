import { createTransport } from 'nodemailer'
import type { SendMail } from './mail.ts'

const timeoutMs = 15_000

/** A mail server by its URL; its certificate is checked where it has one. */
export function sendBy({ url, from }: { url: string; from: string }): SendMail {
  const transport = createTransport(
    { url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    { from },
  )
  return (message) => transport.sendMail(message)
}
