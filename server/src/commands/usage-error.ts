/**
 * Thrown for a command that is invalid or cannot be run now. The message is one line, and the exit code is 2.
 */
export class UsageError extends Error {
  override name = 'UsageError'
}
