import { everything, type Shown } from '../../server/test/support/library.ts'
import { until } from '../../server/test/support/until.ts'
import { checksumOf, kinds } from '../load/kinds.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { forEach } from './at-once.ts'
import { readerOf } from './reader.ts'

/** For all pictures that were begun to be drawn. */
const drawnMsMax = 180_000

/** Every file of every asset and template, in every version, opens and has the checksum that is told of it. */
export async function verifyFiles(target: Target, { problems }: Ledger) {
  const { get } = readerOf(target)
  const opened = async (what: string, { url, checksum, size }: Shown) => {
    const answer = await fetch(url)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.status !== 200) problems.push(`The file of ${what} answers ${answer.status}.`)
    else if (checksumOf(bytes) !== checksum || bytes.length !== size)
      problems.push(`The file of ${what} has other bytes: ${bytes.length} of ${size}.`)
  }
  const versionsOf = (row: Shown, path: string) =>
    forEach(row.deleted_at === null ? [row] : [], async ({ id, version }) => {
      const { body } = await get(`${path}/${id}/versions?per_page=100`)
      const versions: Shown[] = body.data
      if (versions.length !== version) problems.push(`${id} has ${versions.length} of ${version} versions.`)
      for (const one of versions) await opened(`${id}, version ${one.version}`, one)
    })

  const assets = await everything({ get }, `${kinds.asset.path}?with_trashed=true`)
  await forEach(assets, async (asset) => {
    await opened(asset.id, asset)
    if (asset.version > 1) await versionsOf(asset, kinds.asset.path)
  })
  const templates = await everything({ get }, kinds.template.path)
  await forEach(templates, async ({ id }) => {
    const { status, body } = await get(`${kinds.template.path}/${id}/document`)
    if (status === 200) await opened(id, body.data)
    else problems.push(`The document of ${id} answers ${status}.`)
  })
  await verifyDrawn(target, problems)
}

/** What was being drawn when the process died is drawn by the next one. */
async function verifyDrawn(target: Target, problems: string[]) {
  const { get } = readerOf(target)
  const statuses = (status: string) => everything({ get }, `${kinds.asset.path}?status=${status}`)
  const isDone = async () => (await statuses('processing')).length === 0
  await until('every picture is drawn', isDone, drawnMsMax).catch((error) => problems.push(error.message))
  for (const { id } of await statuses('failed')) problems.push(`${id} could not be drawn.`)
  await forEach(await everything({ get }, `${kinds.asset.path}?type=image`), async ({ id, renditions }) => {
    if (renditions.length === 0) problems.push(`${id} has no renditions.`)
    for (const { name, url } of renditions) {
      const { status } = await fetch(url)
      if (status !== 200) problems.push(`The rendition ${name} of ${id} answers ${status}.`)
    }
  })
}
