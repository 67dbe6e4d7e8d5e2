import { mayStart } from '../fair-share.ts'
import { addressKey } from '../ip-addresses.ts'

/** Places that calls go to: the name of a host, an IP address. */
export type Destinations = {
  /**
   * Takes one of the slots that this process has for such calls.
   * @returns what releases it, or undefined when the tenant has to wait: no place gets more than half of the slots, and no
   * tenant all slots of a place.
   */
  enter(place: string, tenant: string): (() => void) | undefined
}

/**
 * Counts calls per place across tenants, so that a place that never answers does not hold all slots, whoever names it. A
 * tenant is limited within a place as jobs are within a kind: whoever comes to a busy place with nothing running is let
 * in while the place has room.
 */
export function destinations(slots: number): Destinations {
  const places = new Map<string, Map<string, number>>()
  return {
    enter(spelled, tenant) {
      const place = placeOf(spelled)
      const tenants = places.get(place) ?? new Map<string, number>()
      const running = tenants.get(tenant) ?? 0
      const taken = [...tenants.values()].reduce((sum, count) => sum + count, 0)
      // Half of the slots are left to other places.
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

/** The slots that one piece of work holds, each taken once however many calls it makes. */
export type Calls = {
  /** Whether a place was refused. */
  readonly isBusy: boolean
  /** @returns whether the place may be called. */
  admit(place: string): boolean
  leave(): void
}

export function callsOf(tenant: string, { enter }: Destinations): Calls {
  const entered = new Map<string, () => void>()
  let isBusy = false
  return {
    get isBusy() {
      return isBusy
    },
    admit(place) {
      if (entered.has(place)) return true
      const leave = enter(place, tenant)
      if (leave) entered.set(place, leave)
      else isBusy = true
      return leave !== undefined
    },
    leave() {
      for (const leave of entered.values()) leave()
    },
  }
}

/** The host of a URL as a place: an IP address has no brackets, so that it takes one slot. */
export const hostOf = (url: string): string | undefined => URL.parse(url)?.hostname.replace(/^\[|\]$/g, '')

/**
 * One place has one name: IPv4 may be written as IPv6, whoever has one address of a /64 has them all, and the name of a
 * host may end with a dot.
 */
const placeOf = (spelled: string) => addressKey(spelled) ?? spelled.replace(/\.$/, '')
