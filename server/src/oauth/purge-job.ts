import type { Job } from '../jobs/job.ts'
import { clientsWithSurplus, endSurplus } from './live-token-limit.ts'
import { purgeAssertions, purgeTokens } from './queries.ts'

/** Retention of expired tokens in days, so that operators can look up why a token stopped working. */
const tokensKeptDays = 30
const tokensPerBatch = 5_000

/**
 * Deletes access tokens that expired more than `tokensKeptDays` ago, like the command `token purge`, and
 * expired assertions. Revokes a client's tokens above its limit of live tokens.
 */
export const purgeEndedTokens: Job = {
  name: 'token.purge',
  attemptsMax: 5,
  timeoutSeconds: 600,
  concurrency: 1,
  everySeconds: 86_400,
  async run(_, { db, liveTokensMax }) {
    await purgeTokens(db, new Date(Date.now() - tokensKeptDays * 86_400_000), tokensPerBatch)
    while ((await purgeAssertions(db, tokensPerBatch)) === tokensPerBatch);
    if (liveTokensMax === 0) return
    for (const id of await clientsWithSurplus(db, liveTokensMax)) await endSurplus(db, id, liveTokensMax)
  },
}
