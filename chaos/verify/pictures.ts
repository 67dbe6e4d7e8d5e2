import { everything } from '../../server/test/support/library.ts'
import { until } from '../../server/test/support/until.ts'
import { kinds } from '../load/kinds.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { forEach } from './concurrently.ts'
import { readerOf } from './reader.ts'

/**
 * The maximum wait for a rendition. Another process takes over the job of a dead process when its lease
 * expires, after five minutes.
 */
const drawnMsMax = 420_000

/** A rendition that was in progress when the process died is created by the next process. */
export async function verifyPictures(target: Target, { problems }: Ledger) {
  const { get } = readerOf(target)
  const statuses = (status: string) => everything({ get }, `${kinds.asset.path}?status=${status}`)
  const isDone = async () => (await statuses('processing')).length === 0
  await until('every rendition exists', isDone, drawnMsMax).catch((error) => problems.push(error.message))
  for (const { id } of await statuses('failed')) problems.push(`${id} could not be rendered.`)
  await forEach(await everything({ get }, `${kinds.asset.path}?type=image`), async ({ id, renditions }) => {
    if (renditions.length === 0) problems.push(`${id} has no renditions.`)
    for (const { name, url } of renditions) {
      const { status } = await fetch(url)
      if (status !== 200) problems.push(`The rendition ${name} of ${id} returned ${status}.`)
    }
  })
}
