/**
 * Thrown for a command that makes no sense, or cannot be run now. The message is one line; the exit code is
 * 2.
 */
export class UsageError extends Error {
  override name = 'UsageError'
}
