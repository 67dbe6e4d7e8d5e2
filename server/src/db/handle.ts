import { Kysely, type KyselyConfig, type Transaction } from 'kysely'
import type { CacheVersions, ReadTimestamp } from '../cache/cache-versions.ts'
import type { Uuid } from '../ids.ts'
import { type BatchQueue, batchQueue } from './batch-queue.ts'
import { type Connections, dialectFor } from './connections.ts'
import type { PendingEvent } from './pending-event.ts'
import type { Schema } from './schema.ts'

/** `isTransaction` tells the two apart. */
export type Db = Handle | Trx

/** Shared by all handles of a database. */
export type HandleContext = {
  connections: Connections
  /** Which cached reads of this node are still valid. */
  cacheVersions: CacheVersions
  /** Reads from a replica. Undefined without replicas. */
  readReplica?: ReadReplica | undefined
}

/**
 * @param since the read includes at least all changes before that time. Undefined on the primary, which is
 *   always current.
 */
export type Read<T> = (db: Db, since?: ReadTimestamp) => Promise<T>

/** Runs a read on a replica that has every change of these keys, or otherwise on `primary`. */
export type ReadReplica = <T>(primary: Handle, keys: readonly string[], read: Read<T>) => Promise<T>

/** Work on one company, and the read that produces the response (events/commit.ts). */
export type CompanyWork = {
  change(trx: Trx): Promise<unknown>
  read(trx: Trx, changed: unknown): Promise<unknown>
}

/**
 * Maximum number of changes in a commit. With more changes, the first change would wait too long for the
 * last.
 */
const changesPerCommitMax = 50

/**
 * The folders whose content a caller can read and change, with their subfolders. Null means no limit. Content
 * that can be changed can always be read.
 */
export type FolderLimit = { readonly read: readonly Uuid[] | null; readonly write: readonly Uuid[] | null }

/** Maximum number of limits whose handles are kept. Callers with the same limit share a handle. */
const limitedHandlesMax = 500

/** Batches of queries (batch.ts), by the function that loads them. */
export type Loaders = Map<unknown, unknown>

/** The database for one priority class, with everything that its queries and transactions need. */
export class Handle extends Kysely<Schema> {
  readonly connections: Connections
  /** A handle whose statements go ahead of requests. */
  readonly probe: Handle
  readonly cacheVersions: CacheVersions
  readonly readReplica: ReadReplica | undefined
  /** Changes of a company that wait at the same time share a commit. */
  readonly changes: BatchQueue<CompanyWork> = batchQueue(changesPerCommitMax)
  readonly loaders: Loaders = new Map()
  /** The folders to which all reads and changes on this handle are limited. */
  readonly folderLimit: FolderLimit | undefined
  /** The handles of the limits that were used last. */
  readonly #limited = new Map<string, Handle>()

  /** @param probe the handle itself, if this handle is the one that goes ahead of requests. */
  constructor(
    config: KyselyConfig,
    { connections, cacheVersions, readReplica }: HandleContext,
    probe: Handle | undefined,
    folderLimit?: FolderLimit,
  ) {
    super(config)
    this.connections = connections
    this.cacheVersions = cacheVersions
    this.readReplica = readReplica
    this.probe = probe ?? this
    this.folderLimit = folderLimit
  }

  /**
   * A handle for requests, on the same connections, whose statements see and change only assets in these
   * folders. It shares no batch and no commit with other handles, because a limit applies to a whole
   * statement or transaction. It does not read from replicas.
   */
  limitedTo(folderLimit: FolderLimit): Handle {
    const key = JSON.stringify([folderLimit.read, folderLimit.write])
    const limited = this.#limited.get(key) ?? this.#newLimited(folderLimit)
    // A map keeps the order of insertion, so its first entry is the least recently used.
    this.#limited.delete(key)
    this.#limited.set(key, limited)
    if (this.#limited.size > limitedHandlesMax) this.#limited.delete(this.#limited.keys().next().value!)
    return limited
  }

  #newLimited(folderLimit: FolderLimit): Handle {
    const { connections, cacheVersions, probe } = this
    const config = { dialect: dialectFor(connections, 'request') }
    return new Handle(config, { connections, cacheVersions }, probe, folderLimit)
  }

  override get isTransaction(): false {
    return false
  }
}

/**
 * The state of a transaction, in addition to its connection. tenancy.ts creates it when the transaction
 * begins.
 */
export type TrxContext = {
  /**
   * PostgreSQL's ID of a transaction that writes. Determines whether a commit succeeded if the connection is lost.
   */
  xid: string | undefined
  /** Cache keys to invalidate when the transaction has ended. */
  readonly changedKeys: Set<string>
  readonly afterCommit: (() => void)[]
  /** Events that are written together before the commit. Undefined if each event is written immediately. */
  readonly pendingEvents: PendingEvent[] | undefined
  readonly loaders: Loaders
  readonly folderLimit: FolderLimit | undefined
}

export type Trx = Transaction<Schema> & TrxContext

export type Handles = {
  /**
   * The handle for requests, which are rejected as `TOO_BUSY` if they would wait too long for a connection
   * (admission.ts).
   */
  db: Handle
  /** The handle for work that can wait and therefore leaves connections to requests. */
  background: Handle
  /** The handle for health checks and notifications, which must work even under overload. */
  probe: Handle
}

export function openHandles(context: HandleContext): Handles {
  const handle = (who: 'request' | 'background' | 'probe', probe?: Handle) =>
    new Handle({ dialect: dialectFor(context.connections, who) }, context, probe)
  const probe = handle('probe')
  return { db: handle('request', probe), background: handle('background', probe), probe }
}
