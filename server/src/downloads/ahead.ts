/**
 * Processes items ahead of the consumer and yields the results in order.
 * @param count maximum number of results that wait.
 */
export async function* ahead<Item, Result>(
  items: AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    // The error is thrown when the result is yielded.
    result.catch(() => {})
    begun.push(result)
    if (begun.length > count) yield await begun.shift()!
  }
  while (begun.length > 0) yield await begun.shift()!
}
