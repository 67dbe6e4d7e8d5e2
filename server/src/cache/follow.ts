import type { Notifications } from '../db/notifications.ts'
import { commitsChannel } from '../events/wake.ts'
import type { Epochs } from './epochs.ts'

/** On which the database tells whose access has changed (migration 0017). */
const accessChannel = 'atelier_access'

/** What every page depends on that names people. */
export const peopleKey = 'people'

/** Moves what other nodes have changed. The payload is the key: a company, a client, an enterprise, `people`. */
export async function followChanges(epochs: Epochs, notifications: Notifications): Promise<void> {
  for (const channel of [commitsChannel, accessChannel])
    await notifications.listen(channel, epochs.move, epochs.moveAll)
}
