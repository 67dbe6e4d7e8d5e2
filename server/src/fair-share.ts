/**
 * Whether a tenant with `running` of a limited number of slots can take one of the `free` slots. With a fixed limit per
 * tenant, slots would stay unused, or a few tenants could use all of them. The limit shrinks as slots are taken. A
 * single tenant gets 33 to 50 % of the slots, the next tenant gets a share of the rest, and one slot is left for a
 * tenant without slots.
 */
export const mayStart = (running: number, free: number): boolean =>
  free > 0 && (running === 0 || running < free / 2)

/** The group of jobs without a tenant. They can take all slots. */
export const noGroup = ''

/** Maximum number of remembered groups, which is more than any server has. */
const rememberedMax = 10_000

/**
 * Assigns free slots to waiting groups. The next slot goes to the group with the fewest running, and among
 * equals to the group that was served longest ago. The length of a group's backlog makes no difference.
 */
export function slotDealer() {
  const servedAt = new Map<string, number>()
  let served = 0

  /**
   * @param running the number of slots that each group holds.
   * @returns the number of slots that each group gets, in the order of assignment.
   */
  return function deal(waiting: readonly string[], free: number, running: ReadonlyMap<string, number>) {
    const held = new Map(running)
    const count = (group: string) => held.get(group) ?? 0
    const isBefore = (one: string, other: string) =>
      count(one) - count(other) || (servedAt.get(one) ?? 0) - (servedAt.get(other) ?? 0)
    const dealt = new Map<string, number>()
    for (let left = free; left > 0; left--) {
      let next: string | undefined
      for (const group of waiting) {
        if (group !== noGroup && !mayStart(count(group), left)) continue
        if (next === undefined || isBefore(group, next) < 0) next = group
      }
      if (next === undefined) break
      dealt.set(next, (dealt.get(next) ?? 0) + 1)
      held.set(next, count(next) + 1)
      if (servedAt.size >= rememberedMax) servedAt.clear()
      servedAt.set(next, ++served)
    }
    return dealt
  }
}
