import { everything, type Shown } from '../../server/test/support/library.ts'
import { checksumOf, kinds } from '../load/kinds.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { forEach } from './concurrently.ts'
import { readerOf } from './reader.ts'

/**
 * Verifies that every file of every version of every asset and template can be downloaded and matches its
 * checksum. The API shows only the current version of trashed assets and no version of trashed templates, so
 * the store is also checked (store.ts).
 */
export async function verifyFiles(target: Target, { problems }: Ledger) {
  const { get } = readerOf(target)
  const opened = async (what: string, { url, checksum, size }: Shown) => {
    const answer = await fetch(url)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.status !== 200) problems.push(`The file of ${what} returned ${answer.status}.`)
    else if (checksumOf(bytes) !== checksum || bytes.length !== size)
      problems.push(`The file of ${what} is wrong: ${bytes.length} of ${size} bytes.`)
  }
  async function versionsOf({ id, version, deleted_at }: Shown, path: string) {
    if (deleted_at !== null) return
    const { body } = await get(`${path}/${id}/versions`)
    const versions: Shown[] = body.data
    if (versions.length !== version) problems.push(`${id} has ${versions.length} of ${version} versions.`)
    for (const one of versions) await opened(`${id}, version ${one.version}`, one)
  }

  const assets = await everything({ get }, `${kinds.asset.path}?with_trashed=true`)
  await forEach(assets, async (asset) => {
    await opened(asset.id, asset)
    if (asset.version > 1) await versionsOf(asset, kinds.asset.path)
  })
  const templates = await everything({ get }, kinds.template.path)
  await forEach(templates, async (template) => {
    const { status, body } = await get(`${kinds.template.path}/${template.id}/document`)
    if (status === 200) await opened(template.id, body.data)
    else problems.push(`The document of ${template.id} returned ${status}.`)
    await versionsOf(template, kinds.template.path)
  })
}
