import type { Job } from '../events/job.ts'
import { purgeAssertions, purgeTokens } from './queries.ts'

/** Long enough to find out from its row what became of a token. */
const tokensKeptDays = 30
const tokensPerBatch = 5_000

/** Deletes the access tokens that ended long ago, the daily `token purge`, and assertions that are over. */
export const purgeEndedTokens: Job = {
  name: 'token.purge',
  attemptsMax: 5,
  timeoutSeconds: 600,
  concurrency: 1,
  everySeconds: 86_400,
  async run(_, { db }) {
    await purgeTokens(db, new Date(Date.now() - tokensKeptDays * 86_400_000), tokensPerBatch)
    while ((await purgeAssertions(db, tokensPerBatch)) === tokensPerBatch);
  },
}
