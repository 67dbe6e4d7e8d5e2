import type { AttackName } from './neighbours/attacks.ts'
import { type EngineName, engines, type Fault } from './outcome.ts'

export type Listed = {
  engines: readonly EngineName[]
  load(): Promise<Fault>
  /**
   * A fault with `isPending` runs only when it is selected by name. The report has no row for it until a
   * result is saved.
   */
  isPending?: true
}

/** These faults need PostgreSQL, because several nodes share it or because the fault affects it. */
const onPostgres: readonly EngineName[] = ['postgres']
const outage = (name: 'postgres' | 'redis' | 'store'): Listed => ({
  engines: onPostgres,
  load: async () => (await import('./faults/outages.ts')).outageOf(name),
})

const neighbour = (name: AttackName): Listed => ({
  engines,
  load: async () => (await import('./neighbours/neighbour.ts')).neighbourOf(name),
})

/**
 * All faults by name. `npm run chaos` runs each of them, and docs/reliability.md has their rows. A fault is
 * imported only by the process that runs it, because importing it sets up test support.
 */
export const faults: Record<string, Listed> = {
  kill: { engines, load: async () => (await import('./faults/kill.ts')).kill },
  'disk-full': { engines, load: async () => (await import('./faults/disk-full.ts')).diskFull },
  'database-disk-full': {
    engines: onPostgres,
    load: async () => (await import('./faults/disk-full.ts')).databaseDiskFull,
  },
  clock: { engines, load: async () => (await import('./faults/clock.ts')).clock },
  migrate: { engines, load: async () => (await import('./faults/migrate.ts')).migrate },
  restore: { engines, load: async () => (await import('./faults/restore.ts')).restore },
  postgres: outage('postgres'),
  redis: outage('redis'),
  store: outage('store'),
  rolling: { engines: onPostgres, load: async () => (await import('./faults/rolling.ts')).rolling },
  'large-changes': {
    engines,
    load: async () => (await import('./faults/large-changes.ts')).largeChanges,
  },
  'hostile-bodies': neighbour('hostile-bodies'),
  'flooded-queues': { ...neighbour('flooded-queues'), isPending: true },
  'held-streams': neighbour('held-streams'),
  'hostile-drawings': { ...neighbour('hostile-drawings'), isPending: true },
}
