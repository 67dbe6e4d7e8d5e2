/** What was asked for makes no sense, or can't be done now: one line that says why. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
