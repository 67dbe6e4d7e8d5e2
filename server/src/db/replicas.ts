import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { ageMsMax, type CacheVersions, type ReadTimestamp } from '../cache/cache-versions.ts'
import { openConnections, queriesAhead } from './connections.ts'
import { isTooBusy, isUnavailable } from './database-errors.ts'
import { within } from './deadline.ts'
import { type Db, openHandles, type Read, type ReadReplica } from './handle.ts'
import { postgresPool } from './postgres.ts'
import { refuseUnsafeRole } from './roles.ts'

/**
 * A replica lags behind the primary, so its reads follow the same validity rules as a cache
 * (cache/cache-versions.ts). First, a read timestamp is taken. Then, the primary reports the position of its
 * log. A replica that has replayed the log up to that position contains all changes before the timestamp. It
 * serves reads whose keys were not invalidated afterwards.
 */

const lookMs = 200
const idleLookMs = 2_000
const outLookMs = 1_000
/** A slower replica counts as down. */
const answerMsMax = 1_000
/**
 * Maximum number of timestamps that no replica has reached yet: as many as can be taken while a timestamp is valid.
 */
const horizonsMax = Math.ceil(ageMsMax / lookMs)

export type ReplicaUse = { name: string; reads: number; isUsed: boolean; ageSeconds: number | undefined }

export type Log = Record<'info' | 'warn', (about: object, message: string) => void>

export type Replicas = {
  read: ReadReplica
  /** Starts polling the replicas. Until then, the primary serves every read. */
  watch(log: Log): void
  /** Metrics: the state of each replica, and the number of reads that the primary served instead. */
  use(): { replicas: ReplicaUse[]; primaryReads: number }
  close(): Promise<void>
}

type Place = { timeline: number; system: string; lsn: bigint }
type Horizon = Place & { timestamp: ReadTimestamp }

/**
 * Reads from a replica that shows every change of these keys that this node was notified of, otherwise from
 * the primary. The primary also serves reads that fail on a replica. Inside a transaction, the transaction
 * serves the read.
 */
export function readFromReplica<T>(db: Db, keys: readonly string[], read: Read<T>): Promise<T> {
  return db.isTransaction || !db.readReplica ? read(db) : db.readReplica(db, keys, read)
}

/** @param primary a handle whose statements go ahead of requests. */
export function openReplicas(
  urls: readonly string[],
  connectionsMax: number,
  role: string,
  primary: QueryExecutorProvider,
  cacheVersions: CacheVersions,
): Replicas {
  const replicas = urls.map((url) => openReplica(url, connectionsMax, role, cacheVersions))
  let horizons: Horizon[] = []
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> | undefined
  let primaryReads = 0
  let served = 0
  let isAsked = false

  async function look(log: Log) {
    const timestamp = cacheVersions.now()
    if (timestamp === undefined) horizons = []
    // A replica that does not respond gets no second connection.
    else if (!isAsked) {
      isAsked = true
      const answer = placeOf(primary).finally(() => {
        isAsked = false
      })
      const place = await soon(answer).catch(() => undefined)
      // The state is unknown while the primary is down.
      if (place) horizons = [...horizons, { ...place, timestamp }].slice(-horizonsMax)
    }
    for (const replica of replicas) replica.look(horizons, log)
  }

  function isDue() {
    const last = horizons.at(-1)?.timestamp
    const isReached = last && replicas.every(({ since, isOut }) => isOut() || since() === last)
    return !isReached || cacheVersions.ageMs(last) > idleLookMs || cacheVersions.now()?.count !== last.count
  }

  const read: ReadReplica = async (primary, keys, read) => {
    const able = replicas.filter((replica) => {
      const since = replica.since()
      return since && cacheVersions.holds(since, keys)
    })
    served += 1
    const replica = able[served % able.length]
    if (replica) {
      // After any error of the replica, the read is repeated on the primary.
      const answer = await soon(read(replica.db, replica.since())).then(
        (value) => ({ value }),
        (error) => replica.doubt(error),
      )
      if (answer) {
        replica.reads += 1
        return answer.value
      }
    }
    primaryReads += 1
    return read(primary)
  }

  return {
    read,
    watch(log) {
      timer = setInterval(() => {
        if (looking || !isDue()) return
        looking = look(log).finally(() => {
          looking = undefined
        })
      }, lookMs)
    },
    use: () => ({
      primaryReads,
      replicas: replicas.map(({ name, reads, since }) => {
        const timestamp = since()
        const ageMs = timestamp && cacheVersions.ageMs(timestamp)
        return {
          name,
          reads,
          isUsed: ageMs !== undefined && ageMs < ageMsMax,
          ageSeconds: ageMs === undefined ? undefined : ageMs / 1_000,
        }
      }),
    }),
    async close() {
      clearInterval(timer)
      await looking
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

function openReplica(url: string, connectionsMax: number, role: string, cacheVersions: CacheVersions) {
  const pool = postgresPool({ url, connectionsMax, as: 'replica', role })
  const connections = openConnections(pool, connectionsMax)
  const { db } = openHandles({ connections, cacheVersions: cacheVersions })
  const probe = queriesAhead(connections)
  const { hostname, port, searchParams } = new URL(url)
  const name = `${searchParams.get('host') ?? hostname}:${port || 5432}`
  let since: ReadTimestamp | undefined
  let looking: Promise<void> | undefined
  /** Why the replica is not used. Undefined while it is used. */
  let fault: string | undefined = 'not checked yet'
  let isSafe = false
  let lookedAt = Number.NEGATIVE_INFINITY
  // A restarted server may have lost data that it had not synced.
  pool.on('error', () => {
    since = undefined
  })

  async function look(horizons: readonly Horizon[]) {
    if (!isSafe) await soon(refuseUnsafeRole(probe, role))
    isSafe = true
    const place = await soon(placeOfReplica(probe))
    if (place === undefined) throw new Error('it is not a standby')
    const now = horizons.at(-1)
    if (now && (place.system !== now.system || place.timeline !== now.timeline))
      throw new Error('it does not follow the primary, or has not caught up with its promotion')
    const reached = horizons.findLast(({ lsn, timeline }) => lsn <= place.lsn && timeline === place.timeline)
    since = reached?.timestamp ?? since
    if (now && (since === undefined || cacheVersions.ageMs(since) >= ageMsMax))
      throw new Error('it lags behind')
  }

  const replica = {
    name,
    db,
    reads: 0,
    since: () => since,
    isOut: () => fault !== undefined,
    /** The replica is unused until the next check. */
    doubt(error: unknown) {
      if (error === late || (isUnavailable(error) && !isTooBusy(error))) since = undefined
    },
    look(horizons: readonly Horizon[], log: Log) {
      if (fault !== undefined && performance.now() - lookedAt < outLookMs) return
      lookedAt = performance.now()
      looking ??= look(horizons)
        .then(
          () => {
            if (fault !== undefined && since) log.info({ replica: name }, 'reading from the replica')
            if (since) fault = undefined
          },
          (error: Error) => {
            since = undefined
            isSafe = false
            // Otherwise, a replica that does not respond would keep its connections busy.
            if (error === late) pool.dropConnections()
            if (fault === error.message) return
            fault = error.message
            log.warn({ replica: name, reason: fault }, 'not reading from the replica')
          },
        )
        .finally(() => {
          looking = undefined
        })
    },
    async close() {
      pool.dropConnections()
      await looking
      await pool.end()
    },
  }
  return replica
}

const late = new Error(`it did not respond within ${answerMsMax} ms`)

const soon = <T>(answer: Promise<T>) => within(answer, answerMsMax, late)

type PlaceRow = { timeline: number; system: string; lsn: string }

/**
 * The end of the log. Everything that was committed earlier precedes it, synced or not. The timeline distinguishes
 * this log from the log of a primary before a failover, which may have greater positions.
 */
async function placeOf(db: QueryExecutorProvider): Promise<Place> {
  const [row] = await rowsOf<PlaceRow & { file: string }>(
    db,
    sql`select lsn::text, pg_walfile_name(lsn) as file, s.system_identifier::text as system
      from pg_current_wal_insert_lsn() lsn, pg_control_system() s`,
  )
  return {
    system: row!.system,
    timeline: Number.parseInt(row!.file.slice(0, 8), 16),
    lsn: numberOf(row!.lsn),
  }
}

/**
 * How far the replica has replayed the log. Undefined if it is not a standby. Later statements show at least this
 * state.
 */
async function placeOfReplica(db: QueryExecutorProvider): Promise<Place | undefined> {
  const [row] = await rowsOf<PlaceRow>(
    db,
    sql`select lsn::text, c.timeline_id as timeline, s.system_identifier::text as system
      from pg_last_wal_replay_lsn() lsn, pg_control_checkpoint() c, pg_control_system() s where pg_is_in_recovery()`,
  )
  return row && { system: row.system, timeline: row.timeline, lsn: numberOf(row.lsn) }
}

const rowsOf = async <Row>(db: QueryExecutorProvider, query: RawBuilder<unknown>) =>
  (await query.execute(db)).rows as Row[]

/** Parses a log position. `16/B374D848` is two halves of a 64-bit number. */
function numberOf(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
