import { tooBusy } from '../db/database-errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Maximum number of waiting requests per company. */
export const slotsOfCompanyMax = 200

export type Watcher = { companyId: CompanyId; enterpriseId: Uuid }

type Slot = Watcher & { evict(): void }

export type WatchSlots = {
  /**
   * Takes a slot, from the largest enterprise if none is free.
   * @param evict called at most once, when the slot is given to another request and is already free.
   * @returns a function that frees the slot. Calling it again is a no-op.
   * @throws `TOO_BUSY` if the company or its enterprise holds its share.
   */
  take(watcher: Watcher, evict: () => void): () => void
}

/**
 * The slots of one process, shared by enterprise, because a customer with many companies must not block other
 * customers. When all slots are taken, an enterprise with fewer slots gets a slot of the enterprise that
 * holds the most. Each process limits its own connections, so the limit applies to each worker separately.
 */
export function watchSlots(slotsMax: number): WatchSlots {
  const enterprises = new Map<Uuid, Set<Slot>>()
  let count = 0

  function free(slot: Slot) {
    const held = enterprises.get(slot.enterpriseId)
    if (!held?.delete(slot)) return
    count -= 1
    if (held.size === 0) enterprises.delete(slot.enterpriseId)
  }

  function makeRoom(enterpriseId: Uuid) {
    const held = enterprises.get(enterpriseId)?.size ?? 0
    const [largest] = [...enterprises.values()].sort((one, other) => other.size - one.size)
    // With a difference of one, the two enterprises would keep evicting each other.
    if (!largest || largest.size <= held + 1) throw tooBusy('Too many requests are waiting for changes.')
    const slot = newestOfLargestCompany(largest)
    free(slot)
    slot.evict()
  }

  return {
    take(watcher, evict) {
      const ofCompany = slotsByCompany(enterprises.get(watcher.enterpriseId) ?? []).get(watcher.companyId)
      if ((ofCompany?.length ?? 0) >= slotsOfCompanyMax)
        throw tooBusy('Too many requests of this company are waiting for changes.')
      if (count >= slotsMax) makeRoom(watcher.enterpriseId)
      const slot = { ...watcher, evict }
      const held = enterprises.get(watcher.enterpriseId) ?? new Set()
      enterprises.set(watcher.enterpriseId, held.add(slot))
      count += 1
      return () => free(slot)
    },
  }
}

/** Evicts the newest request, so that long-lived connections stay open. */
function newestOfLargestCompany(slots: Iterable<Slot>): Slot {
  const [largest] = [...slotsByCompany(slots).values()].sort((one, other) => other.length - one.length)
  return largest!.at(-1)!
}

const slotsByCompany = (slots: Iterable<Slot>) => Map.groupBy(slots, ({ companyId }) => companyId)
