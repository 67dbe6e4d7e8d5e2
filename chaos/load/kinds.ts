import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type Answer, send } from '../../server/test/support/companies.ts'
import type { Shown } from '../../server/test/support/library.ts'
import { picture, sound, upload } from '../../server/test/support/uploads.ts'
import type { State } from './ledger.ts'
import type { Shelves } from './shelves.ts'
import type { Server } from './writer.ts'

type Fields = Record<string, string | readonly string[] | null>
type File = { bytes: Buffer; name: string }

/** The desired state of a resource: the fields to send, and the fields that a list must then show. */
export type Wanted = { fields: Fields; file?: File; shown: Record<string, string | number | null> }

/** A resource type that writers create, update and delete. */
export type Kind = {
  /** The name of the kind in event types and in the ledger. */
  name: string
  path: string
  /** Whether a deleted resource can be restored. */
  hasTrash: boolean
  /** The path at which the file can be replaced, if the resource has a file. */
  file?: { field: string; path: string; make(): Promise<Wanted> }
  /** Fields that differ in every response. */
  make(name: string, shelves: Shelves): Wanted
  shown(row: Shown): State
}

const someColor = () => `#${randomBytes(3).toString('hex').toUpperCase()}`

const trashed = (row: Shown) => row.deleted_at !== null

const anyOf = (ids: readonly string[]) => ids[randomInt(ids.length + 1)] ?? null
const someOf = (ids: readonly string[]) => ids.filter(() => randomInt(2) === 0)
const asOne = (ids: readonly string[]) => [...ids].sort().join()
/** Returns the tags set by a client. Automatic color tags are ignored. */
const tagsOf = ({ tags }: Shown) =>
  asOne(tags.filter(({ source }: Shown) => source !== 'auto').map(({ id }: Shown) => id))

const tags = (name: string, path: string): Kind => ({
  name,
  path,
  hasTrash: true,
  make: (name) => plain({ name, color: someColor() }),
  shown: (row) => ({ name: row.name, color: row.color, trashed: trashed(row) }),
})

export const kinds = {
  templateTag: tags('template_tag', '/api/tags'),
  assetTag: tags('asset_tag', '/api/asset-tags'),
  folder: {
    name: 'folder',
    path: '/api/folders',
    hasTrash: true,
    make: (name, { folders }) => plain({ name, parent_id: anyOf(folders) }),
    shown: (row) => ({ name: row.name, parent_id: row.parent_id, trashed: trashed(row) }),
  },
  color: {
    name: 'color',
    path: '/api/brand-kit/colors',
    hasTrash: false,
    make: (name) => plain({ name, hex: someColor() }),
    shown: ({ name, hex }) => ({ name, hex }),
  },
  template: {
    name: 'template',
    path: '/api/templates',
    hasTrash: true,
    file: { field: 'document', path: 'document', make: someDesign },
    make(name, { templateTags }) {
      const tags = someOf(templateTags)
      return { fields: { name, tags }, shown: { name, tags: asOne(tags) } }
    },
    shown: (row) => ({ name: row.name, tags: tagsOf(row), width: row.width, trashed: trashed(row) }),
  },
  asset: {
    name: 'asset',
    path: '/api/assets',
    hasTrash: true,
    file: { field: 'file', path: 'file', make: someMedia },
    make(name, { folders, assetTags }) {
      const [folder_id, tags] = [anyOf(folders), someOf(assetTags)]
      return { fields: { name, folder_id, tags }, shown: { name, folder_id, tags: asOne(tags) } }
    },
    shown: (row) => ({
      name: row.name,
      folder_id: row.folder_id,
      tags: tagsOf(row),
      checksum: row.checksum,
      trashed: trashed(row),
    }),
  },
} satisfies Record<string, Kind>

export const everyKind: readonly Kind[] = Object.values(kinds)

const plain = (fields: Record<string, string | null>): Wanted => ({ fields, shown: fields })

/** A document is identified by its width, which sanitization does not change. */
async function someDesign(): Promise<Wanted> {
  const width = randomInt(10, 4_000)
  const text = `<text id="$headline" y="20">${randomBytes(8).toString('hex')}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40">${text}</svg>`
  return { fields: {}, file: { bytes: Buffer.from(svg), name: 'card.svg' }, shown: { width } }
}

const picturesPart = 0.1
const soundBytesMax = 100_000

/** Creates a file with distinct bytes. Some files need renditions in the background. */
async function someMedia(): Promise<Wanted> {
  const file = Math.random() < picturesPart ? await somePicture() : someSound(randomInt(1_000, soundBytesMax))
  return { fields: {}, file, shown: { checksum: checksumOf(file.bytes) } }
}

const somePicture = async () => ({ bytes: await picture({ color: someColor() }), name: 'picture.png' })

/** The number of bytes is even, because a sample has two bytes. */
export const someSound = (bytes: number): File => ({
  bytes: sound(randomBytes(bytes & ~1), { rate: 8_000, bits: 16 }),
  name: 'sound.wav',
})

export const checksumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Creates a resource with `POST`, as JSON or as a form with a file. */
export function create(
  server: Server,
  kind: Kind,
  token: string,
  wanted: Wanted,
  key: string | undefined,
): Promise<Answer> {
  const more = key === undefined ? {} : { 'idempotency-key': key }
  const { file, fields } = wanted
  if (!kind.file || !file) return asked(server, token, 'POST', kind.path, fields, more)
  return upload(server, { token }, file, formOf(fields), {
    path: kind.path,
    field: kind.file.field,
    headers: more,
  })
}

/** A form omits absent fields. */
export const formOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, [value].flat()]])),
  )

export const asked = (
  server: Server,
  token: string,
  method: string,
  path: string,
  json?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> =>
  send(server, method, path, { json, headers: { authorization: `Bearer ${token}`, ...more } })
