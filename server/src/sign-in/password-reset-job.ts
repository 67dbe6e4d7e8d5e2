import { inTransaction } from '../db/tenancy.ts'
import type { Job } from '../jobs/job.ts'
import { addressRefused, isRefusal } from '../mail/mail.ts'
import type { Services } from '../services.ts'

/** Which mails it, and where its address is sealed. */
const passwordJob = 'password.mail'

type Data = {
  /** The address that was asked for: anybody's, and perhaps nobody's. */
  sealed: string
}

/**
 * Sees to it that whoever has this address gets a link to a new password. Nobody is looked for before the answer:
 * neither it nor its time tells whether there is somebody.
 */
export async function askForPassword(
  { db, queue, secrets }: Pick<Services, 'db' | 'queue' | 'secrets'>,
  email: string,
): Promise<void> {
  const data: Data = { sealed: secrets.seal(email, passwordJob).toString('base64') }
  await inTransaction(db, (trx) => queue.add(trx, passwordJob, data))
}

/** Each attempt makes a link of its own, so that it works for an hour from when it is sent. */
export const mailPasswordLink: Job<Data> = {
  name: passwordJob,
  // An hour and a half in all: who still waits asks again.
  attemptsMax: 11,
  timeoutSeconds: 60,
  concurrency: 4,
  hasNoCompany: true,
  async run({ sealed }, { mail, passwordLink, secrets }) {
    const link = await passwordLink(secrets.open(Buffer.from(sealed, 'base64'), passwordJob))
    if (!link) return undefined
    try {
      await mail.resetPassword(link, link.url)
      return undefined
    } catch (error) {
      if (isRefusal(error)) return { fault: addressRefused }
      // What the mail server says names the address, and would be kept with the job and logged.
      const { code, responseCode = '' } = error as { code?: string; responseCode?: number }
      throw new Error(`The mail server rejected the e-mail: ${code} ${responseCode}`)
    }
  },
}
