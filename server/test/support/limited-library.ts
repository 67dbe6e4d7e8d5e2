import assert from 'node:assert/strict'
import type { Caller } from './companies.ts'
import type { Service } from './service.ts'
import { picture, upload } from './uploads.ts'

/**
 * Folders and assets for tests of folder limits: `open` with `below`, `shown`, and `closed`, each with one asset, and an
 * asset at the root. All assets have a tag and a word in common.
 */
export async function limitedLibrary(service: Service, company: Caller) {
  const newFolder = async (name: string, parent_id: string | null = null): Promise<string> =>
    (await company.post('/api/folders', { name, parent_id })).body.data.id

  async function newAsset(folder_id: string | undefined, name: string, bytes?: Uint8Array): Promise<string> {
    const file = { bytes: bytes ?? (await picture()), name: `${name}.png` }
    const fields = { name, tags: 'shared', ...(folder_id && { folder_id }) }
    const { status, body, text } = await upload(service, company, file, fields)
    assert.equal(status, 201, text)
    return body.data.id
  }

  await company.post('/api/asset-tags', { name: 'shared' })
  const open = await newFolder('Open')
  const below = await newFolder('Below', open)
  const shown = await newFolder('Shown')
  const closed = await newFolder('Closed')
  const outsideBytes = await picture()
  return {
    newFolder,
    newAsset,
    open,
    below,
    shown,
    closed,
    inside: await newAsset(open, 'poster inside'),
    insideBelow: await newAsset(below, 'poster below'),
    readOnly: await newAsset(shown, 'poster shown'),
    outside: await newAsset(closed, 'poster outside', outsideBytes),
    outsideBytes,
    atRoot: await newAsset(undefined, 'poster root'),
  }
}
