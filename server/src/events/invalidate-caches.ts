import type { CacheVersions } from '../cache/cache-versions.ts'
import type { Notifications } from '../db/notifications.ts'
import { commitsChannel } from './watch-commits.ts'

/** The channel on which the database announces changes of access rights (migrations 0017, 0019). */
const accessChannel = 'atelier_access'

/**
 * Invalidates the keys that other nodes have changed. A notification starts with the key: a company, a
 * client, an enterprise or `people`. Commits of this node invalidate their keys before the response.
 */
export async function followChanges(
  cacheVersions: CacheVersions,
  notifications: Notifications,
): Promise<void> {
  const onNotify = (message: string) => {
    const [key, node] = message.split(' ')
    if (node !== cacheVersions.node) cacheVersions.invalidate(key!)
  }
  for (const channel of [commitsChannel, accessChannel])
    await notifications.listen(channel, onNotify, cacheVersions.invalidateAll)
}
