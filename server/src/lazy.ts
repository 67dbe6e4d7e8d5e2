/** Opens something slow at the first call, and again after a failure. */
export function lazy<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
