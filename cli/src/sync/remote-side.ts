import type { Asset, Atelier, Folder } from '../../../sdk/src/index.ts'
import { type Listed, listedFields, safeName } from '../files/local-names.ts'
import { inParallel } from '../files/parallel.ts'
import { folderKey, folderOf, nameOf, pathIn } from './paths.ts'

const fields = [...listedFields, 'version', 'folder_id', 'availability'] as const

export type RemoteAsset = Listed & Pick<Asset, 'version' | 'folder_id' | 'availability'>

export type RemoteFile = {
  asset: RemoteAsset
  /** The local directory for the files of its folder. */
  directory: string
  /** Folder and name in the library. If it changes, the asset was renamed or moved. */
  place: string
}

export type RemoteSide = {
  files: Map<string, RemoteFile>
  folders: Map<string, string>
  /**
   * The synced library folder. Null is the library's root, and undefined means that the folder has yet to be
   * created.
   */
  rootId: string | null | undefined
  rootPath: string
}

/**
 * Lists a library folder recursively. @param local contains the existing directories, whose spelling is kept.
 */
export async function readRemote(
  atelier: Atelier,
  rootId: string | null,
  local: Iterable<string>,
  signal: AbortSignal,
): Promise<RemoteSide> {
  const rootPath = rootId === null ? '' : (await atelier.folders.get(rootId, { signal })).path
  const directories = directoriesOf(rootId, await foldersBelow(atelier, rootId, signal), local)
  const side: RemoteSide = { files: new Map(), folders: new Map(), rootId, rootPath }
  for (const [id, directory] of directories) if (directory !== '') side.folders.set(directory, id)
  const query = rootId === null ? { fields } : { folder_id: rootId, recursive: true, fields }
  for await (const asset of atelier.assets.list(query, { signal })) {
    const directory = asset.folder_id === rootId ? '' : directories.get(asset.folder_id!)
    // The asset's folder was created while the list was read. The next run handles both.
    if (directory === undefined) continue
    side.files.set(asset.id, { asset, directory, place: placeOf(side, asset) })
  }
  return side
}

export const nothingRemote = (): RemoteSide => ({
  files: new Map(),
  folders: new Map(),
  rootId: undefined,
  rootPath: '',
})

export const placeOf = (
  { rootPath }: Pick<RemoteSide, 'rootPath'>,
  { folder_path, filename }: Pick<RemoteAsset, 'folder_path' | 'filename'>,
) => `${folder_path === '/' ? '' : folder_path.slice(rootPath.length)}/${filename}`

type Below = Pick<Folder, 'id' | 'name' | 'parent_id' | 'folders_count'>

const foldersAtOnce = 4

/** The folders below a folder, parents before children. */
async function foldersBelow(atelier: Atelier, rootId: string | null, signal: AbortSignal): Promise<Below[]> {
  const all: Below[] = []
  const seen = new Set<string | null>([rootId])
  let parents: (string | null)[] = [rootId]
  while (parents.length > 0) {
    let level: Below[] = []
    await inParallel(parents, foldersAtOnce, async (parent) => {
      const query = {
        parent_id: parent ?? 'root',
        fields: ['id', 'name', 'parent_id', 'folders_count'],
      } as const
      level.push(...(await atelier.folders.list(query, { signal }).toArray()))
    })
    // Protects against a cycle in the server's response.
    level = level.filter(({ id }) => !seen.has(id) && seen.add(id))
    all.push(...level)
    parents = level.filter(({ folders_count }) => folders_count > 0).map(({ id }) => id)
  }
  return all
}

/**
 * The directory of each folder. If two library names map to one directory name, one directory has the ID
 * appended.
 */
function directoriesOf(rootId: string | null, folders: Below[], local: Iterable<string>) {
  const there = new Map(
    [...local]
      .sort()
      .reverse()
      .map((path) => [keyOf(path), path]),
  )
  const directories = new Map<string, string>(rootId === null ? [] : [[rootId, '']])
  const taken = new Set<string>()
  for (const { id, name, parent_id } of folders) {
    const parent = parent_id === rootId ? '' : directories.get(parent_id!)
    // The folder was moved while the list was read. The next run handles it.
    if (parent === undefined) continue
    const plain = pathIn(parent, safeName(name))
    let path = plain
    for (let number = 1; taken.has(keyOf(path)); number++)
      path = `${plain} ${id}${number === 1 ? '' : ` ${number}`}`
    taken.add(keyOf(path))
    directories.set(id, there.get(keyOf(path)) ?? path)
  }
  return directories
}

const keyOf = (path: string) => `${folderOf(path)}/${folderKey(nameOf(path))}`
