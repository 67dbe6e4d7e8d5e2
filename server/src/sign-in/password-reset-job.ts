import { inTransaction } from '../db/tenancy.ts'
import type { Job } from '../jobs/job.ts'
import { addressRefused, isRefusal } from '../mail/mail.ts'
import type { Services } from '../services.ts'

/**
 * The name of the job that sends the e-mail, which is also the context that its e-mail address is encrypted
 * for.
 */
const passwordJob = 'password.mail'

type Data = {
  /** The requested e-mail address, encrypted. It can be any text and need not belong to an account. */
  sealed: string
}

/**
 * Enqueues an e-mail with a link to a new password. The account is looked up after the response, so that
 * neither the response nor its timing reveals whether the account exists.
 */
export async function askForPassword(
  { db, queue, secrets }: Pick<Services, 'db' | 'queue' | 'secrets'>,
  email: string,
): Promise<void> {
  const data: Data = { sealed: secrets.seal(email, passwordJob).toString('base64') }
  await inTransaction(db, (trx) => queue.add(trx, passwordJob, data))
}

/**
 * Sends a link for a new password. Each attempt creates a new link, which is valid for an hour after it is
 * sent.
 */
export const mailPasswordLink: Job<Data> = {
  name: passwordJob,
  // The attempts are spread over 90 minutes. After that, the person will ask again.
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
      // The mail server's message contains the e-mail address. It would be stored with the job and logged, so
      // only the codes are kept.
      const { code, responseCode = '' } = error as { code?: string; responseCode?: number }
      throw new Error(`The mail server rejected the e-mail: ${code} ${responseCode}`)
    }
  },
}
