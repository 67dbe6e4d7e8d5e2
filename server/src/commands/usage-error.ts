/** The request makes no sense, or cannot be done now. The message is one line; the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
