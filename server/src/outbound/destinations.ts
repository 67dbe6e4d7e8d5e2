import { mayStart } from '../fair-share.ts'
import { addressKey } from '../ip-addresses.ts'

/** Limits calls per destination, which is a host name or an IP address. */
export type Destinations = {
  /**
   * Takes one of this process's slots for outbound calls.
   * @returns a function that releases the slot, or undefined if the tenant has to wait, because no
   * destination gets more than half of the slots, and no tenant gets all slots of a destination.
   */
  enter(place: string, tenant: string): (() => void) | undefined
}

/**
 * Counts calls per destination across tenants, so that a destination that never responds does not hold all slots,
 * regardless of which tenants use it. A tenant is limited within a destination as it is within a kind of job: a tenant
 * without running calls is admitted while the destination has room.
 */
export function destinations(slots: number): Destinations {
  const places = new Map<string, Map<string, number>>()
  return {
    enter(spelled, tenant) {
      const place = placeOf(spelled)
      const tenants = places.get(place) ?? new Map<string, number>()
      const running = tenants.get(tenant) ?? 0
      const taken = [...tenants.values()].reduce((sum, count) => sum + count, 0)
      // Half of the slots are reserved for other destinations.
      const room = slots - 2 * taken
      if (!mayStart(running, room)) return undefined
      places.set(place, tenants.set(tenant, running + 1))
      return () => {
        const left = tenants.get(tenant)! - 1
        if (left > 0) tenants.set(tenant, left)
        else tenants.delete(tenant)
        if (tenants.size === 0) places.delete(place)
      }
    },
  }
}

/** The slots of one unit of work, each taken once for any number of calls. */
export type Calls = {
  readonly isBusy: boolean
  admit(place: string): boolean
  leave(place: string): void
  leaveAll(): void
}

export function callsOf(tenant: string, { enter }: Destinations): Calls {
  const entered = new Map<string, () => void>()
  let isBusy = false
  return {
    get isBusy() {
      return isBusy
    },
    admit(spelled) {
      const place = placeOf(spelled)
      if (entered.has(place)) return true
      const leave = enter(place, tenant)
      if (leave) entered.set(place, leave)
      else isBusy = true
      return leave !== undefined
    },
    leave(spelled) {
      const place = placeOf(spelled)
      entered.get(place)?.()
      entered.delete(place)
    },
    leaveAll() {
      for (const leave of entered.values()) leave()
      entered.clear()
    },
  }
}

/**
 * Normalizes a destination. IPv4 can be written as IPv6, all addresses of a /64 belong to one owner, and a
 * host name can end with a dot.
 */
const placeOf = (spelled: string) => addressKey(spelled) ?? spelled.replace(/\.$/, '')
