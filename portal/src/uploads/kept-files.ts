/**
 * The upload queue of a person in this browser, so that it survives a reload. Small files are stored; browsers copy
 * them, so larger ones are only remembered, and the person chooses them again. The server keeps the bytes that it has
 * received (transfer.ts).
 */

const databaseName = 'atelier-uploads'
const storeName = 'files'
const storedBytesMax = 16 * 1024 * 1024
/** How long files are kept: as long as the server keeps an unfinished upload. */
const keptMs = 24 * 3600_000

/**
 * The target of an upload to the library: the folder in which the upload started, and the folders that
 * contained the file.
 */
export type Target = { top: string | null; folders: string[] }

export type KeptFile = {
  key: string
  page: string
  personId: string
  companyId: string
  target: Target
  name: string
  size: number
  type: string
  lastModified: number
  /** Missing if it is too large to be stored. */
  file?: File
  keptAt: number
}

/**
 * Name of a lock that this page holds as long as it lives. Without locks, another page's queue cannot be
 * distinguished from an abandoned queue.
 */
const page = crypto.randomUUID?.() ?? String(Math.random())
const lockOf = (page: string) => `atelier-uploads-${page}`
const canKeep = 'indexedDB' in globalThis && 'locks' in navigator
let holding: Promise<void> | undefined

/** Resolves when this page holds its lock. Before that, another page could take its files. */
function holdLock(): Promise<void> {
  holding ??= new Promise((resolve, reject) => {
    const hold = () => {
      resolve()
      return new Promise(() => {})
    }
    navigator.locks.request(lockOf(page), hold).catch(reject)
  })
  return holding
}

export type NewKeptFile = Pick<KeptFile, 'key' | 'personId' | 'companyId' | 'target'>

/** Stores files. In a private window, for example, a browser may not store them, and forgets them on reload. */
export async function keepFiles(files: readonly (NewKeptFile & { file: File })[]): Promise<void> {
  if (!canKeep) return
  await holdLock().catch(() => {})
  await inStore('readwrite', (store) => {
    for (const { file, ...rest } of files) {
      const { name, size, type, lastModified } = file
      const stored = size <= storedBytesMax ? { file } : {}
      store.put({
        ...rest,
        page,
        name,
        size,
        type,
        lastModified,
        keptAt: Date.now(),
        ...stored,
      } satisfies KeptFile)
    }
  }).catch(() => {})
}

export async function forgetFiles(keys: readonly string[]): Promise<void> {
  if (!canKeep || keys.length === 0) return
  await inStore('readwrite', (store) => {
    for (const key of keys) store.delete(key)
  }).catch(() => {})
}

/**
 * Takes over the files of pages that were closed or reloaded, and of this page, whose queue ends with a sign-in on the
 * sign-in page. They belong to this page from now on.
 * @param goOn receives files now, and again when another page ends: a reloaded page can hold its lock for a moment
 *   longer than its successor needs to start.
 * @returns a function that stops waiting for other pages.
 */
export function takeKeptFiles(personId: string, goOn: (files: KeptFile[]) => void): () => void {
  if (!canKeep) return () => {}
  const stopped = new AbortController()
  const { signal } = stopped
  const awaited = new Set<string>()

  async function take() {
    await holdLock()
    const { mine, others } = await takeAbandoned(personId)
    if (signal.aborted) return
    if (mine.length > 0) goOn(mine)
    for (const other of others) {
      if (awaited.has(other)) continue
      awaited.add(other)
      // The lock is granted when that page has ended.
      void navigator.locks
        .request(lockOf(other), { signal }, () => {})
        .then(take)
        .catch(() => {})
    }
  }

  void take().catch(() => {})
  return () => stopped.abort()
}

/** @returns the files that this page has taken, and the pages that still upload files of the person. */
const takeAbandoned = (personId: string): Promise<{ mine: KeptFile[]; others: string[] }> =>
  // Only one page at a time takes files, so that no two pages take the same files.
  navigator.locks.request('atelier-uploads', async () => {
    const all = await keptFiles()
    const { held = [] } = await navigator.locks.query()
    const alive = new Set(held.map(({ name }) => name))
    const isLeft = (one: KeptFile) => one.page === page || !alive.has(lockOf(one.page))
    const isExpired = ({ keptAt }: KeptFile) => Date.now() - keptAt > keptMs
    const left = all.filter(isLeft)
    const mine = left.filter((one) => one.personId === personId && !isExpired(one))
    await inStore('readwrite', (store) => {
      for (const one of left.filter(isExpired)) store.delete(one.key)
      for (const one of mine) store.put({ ...one, page })
    })
    const others = all.filter((one) => one.personId === personId && !isLeft(one)).map(({ page }) => page)
    return { mine: mine.sort((one, other) => one.keptAt - other.keptAt), others: [...new Set(others)] }
  })

/** This is called on sign-out, because another person may use this browser next. */
export async function forgetAllFiles(personId: string): Promise<void> {
  if (!canKeep) return
  const keys = await keptFiles().then(
    (all) => all.filter((one) => one.personId === personId).map(({ key }) => key),
    () => [],
  )
  await forgetFiles(keys)
}

async function keptFiles(): Promise<KeptFile[]> {
  let all: KeptFile[] = []
  await inStore('readonly', (store) => {
    const request = store.getAll()
    request.onsuccess = () => {
      all = request.result
    }
  })
  return all
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Promise<void> {
  const database = await opened()
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      work(transaction.objectStore(storeName))
    })
  } finally {
    database.close()
  }
}

const opened = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
