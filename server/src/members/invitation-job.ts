import { appendSecurityEvents } from '../audit/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Job } from '../jobs/job.ts'
import { addressRefused, isRefusal } from '../mail/mail.ts'
import { findInvited, invitationJob } from './invitations.ts'

/**
 * Sends an invitation after its commit, so that a slow mail server delays no request, and retries while the
 * mail server is down. A revoked invitation is not sent.
 */
export const mailInvitation: Job<{ companyId: CompanyId; invitationId: Uuid }> = {
  name: invitationJob,
  // The attempts are spread over about eight hours.
  attemptsMax: 16,
  timeoutSeconds: 60,
  concurrency: 4,
  async run({ companyId, invitationId }, { db, mail, invitationUrl, job }) {
    const row = await findInvited(db, companyId, invitationId)
    if (!row || row.expires_at < new Date()) return undefined
    const { email, company_name: name, inviter_name, inviter_language } = row
    try {
      // The invited person has not chosen a language yet.
      const to = { email, language: inviter_language }
      await mail.invitation(to, { name }, { name: inviter_name }, invitationUrl(invitationId))
      return undefined
    } catch (error) {
      const isRefused = isRefusal(error)
      if (isRefused || job.isLastAttempt) {
        const data = { actor: { type: 'system' }, email }
        await appendSecurityEvents(db, [{ type: 'member.invitation_undelivered', companyId, data }])
      }
      if (isRefused) return { fault: addressRefused }
      throw error
    }
  },
}
