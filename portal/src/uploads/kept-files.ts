/**
 * The upload queue of a person in this browser, so that it survives a reload. Small files are stored; browsers copy
 * them, so larger ones are only remembered, and the person chooses them again. The server keeps what it received of
 * them (transfer.ts).
 */

const databaseName = 'atelier-uploads'
const storeName = 'files'
const storedBytesMax = 16 * 1024 * 1024
/** As long as the server keeps an unfinished upload. */
const keptMs = 24 * 3600_000

/** Where a library upload goes: the folder in which it began, and the folders below it that the file came in. */
export type Target = { top: string | null; folders: string[] }

export type KeptFile = {
  key: string
  /** The page that uploads it. */
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

/** Held by this page as long as it lives. Without locks, another page's queue cannot be told from an abandoned one. */
const page = crypto.randomUUID?.() ?? String(Math.random())
const lockOf = (page: string) => `atelier-uploads-${page}`
const canKeep = 'indexedDB' in globalThis && 'locks' in navigator
let holdsLock = false

function holdLock() {
  if (holdsLock) return
  holdsLock = true
  void navigator.locks.request(lockOf(page), () => new Promise(() => {}))
}

export type NewKeptFile = Pick<KeptFile, 'key' | 'personId' | 'companyId' | 'target'>

/** Remembers files. A browser that refuses, in a private window for example, forgets them on reload. */
export async function keepFiles(files: readonly (NewKeptFile & { file: File })[]): Promise<void> {
  if (!canKeep) return
  holdLock()
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
 * The files of pages that were closed or reloaded, and of this page, whose queue ends with a sign-in on the sign-in
 * page. They belong to this page from now on.
 */
export async function takeKeptFiles(personId: string): Promise<KeptFile[]> {
  if (!canKeep) return []
  holdLock()
  // One page at a time looks, so that no two take the same files.
  return navigator.locks
    .request('atelier-uploads', async () => {
      const all = await keptFiles()
      const { held = [] } = await navigator.locks.query()
      const alive = new Set(held.map(({ name }) => name))
      const left = all.filter((one) => one.page === page || !alive.has(lockOf(one.page)))
      const isExpired = ({ keptAt }: KeptFile) => Date.now() - keptAt > keptMs
      const mine = left.filter((one) => one.personId === personId && !isExpired(one))
      await inStore('readwrite', (store) => {
        for (const one of left.filter(isExpired)) store.delete(one.key)
        for (const one of mine) store.put({ ...one, page })
      })
      return mine.sort((one, other) => one.keptAt - other.keptAt)
    })
    .catch(() => [])
}

/** For a sign-out: another person may use this browser next. */
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
