const atOnceMax = 8

/** Runs `work` for each item, with limited concurrency. */
export async function forEach<T>(all: Iterable<T>, work: (one: T) => Promise<void>) {
  const rest = all[Symbol.iterator]()
  const workers = Array.from({ length: atOnceMax }, async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  })
  await Promise.all(workers)
}
