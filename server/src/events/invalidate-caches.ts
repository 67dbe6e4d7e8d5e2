import type { Epochs } from '../cache/cache-versions.ts'
import type { Notifications } from '../db/notifications.ts'
import { commitsChannel } from './watch-commits.ts'

/** On which the database tells whose access has changed (migrations 0017, 0019). */
const accessChannel = 'atelier_access'

/**
 * Moves what other nodes have changed. What is told begins with the key: a company, a client, an enterprise, `people`. Our
 * own commits have moved theirs before they were answered.
 */
export async function followChanges(epochs: Epochs, notifications: Notifications): Promise<void> {
  const hear = (message: string) => {
    const [key, node] = message.split(' ')
    if (node !== epochs.node) epochs.move(key!)
  }
  for (const channel of [commitsChannel, accessChannel])
    await notifications.listen(channel, hear, epochs.moveAll)
}
