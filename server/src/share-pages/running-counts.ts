import type { FoundShare } from './find-share.ts'

/** Counts concurrent activities of visitors: for each IP address, and for all visitors of a share. */
export function runningCounts(max: { address: number; share: number }) {
  const running = new Map<string, number>()
  const of = (key: string) => running.get(key) ?? 0

  /** @returns a function that ends the activity, or undefined if there are too many. */
  return function begin(
    { companyId, id }: Pick<FoundShare, 'companyId' | 'id'>,
    address: string,
  ): (() => void) | undefined {
    const keys = { share: `${companyId} ${id}`, address }
    if (of(keys.share) >= max.share || of(keys.address) >= max.address) return undefined
    for (const key of Object.values(keys)) running.set(key, of(key) + 1)
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      for (const key of Object.values(keys))
        if (of(key) > 1) running.set(key, of(key) - 1)
        else running.delete(key)
    }
  }
}

/**
 * Reserves the bytes of uploads in progress, so that together they receive no more than the share still
 * accepts. Otherwise visitors could fill the disk with files that are rejected at the end.
 */
export function reservedBytes() {
  const reserved = new Map<string, number>()
  const of = (key: string) => reserved.get(key) ?? 0

  /** @returns a function that releases the bytes, or undefined if other uploads have reserved them. */
  return function reserve(
    share: Pick<FoundShare, 'companyId' | 'id' | 'upload_bytes_max' | 'uploaded_bytes'>,
    bytes: number,
  ): (() => void) | undefined {
    const key = `${share.companyId} ${share.id}`
    const before = of(key)
    if (before > 0 && before + bytes > share.upload_bytes_max! - share.uploaded_bytes) return undefined
    reserved.set(key, before + bytes)
    return () => {
      const left = of(key) - bytes
      if (left > 0) reserved.set(key, left)
      else reserved.delete(key)
    }
  }
}
