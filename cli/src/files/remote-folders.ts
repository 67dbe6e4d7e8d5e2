import { type Atelier, isSameName, ValidationError } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { folderName } from '../text/names.ts'

/** Finds a library folder by its ID or path. Null is the root. */
export type RemoteFolders = {
  /** @throws {UsageError} if there is none. */
  existing(named: string): Promise<string | null>
  /** Creates the missing folders of a path. */
  made(named: string): Promise<string | null>
  /** Returns the ID of a folder by its directory names under another folder and creates missing folders. */
  below(parent: string | null, names: string[]): Promise<string | null>
}

type Child = { id: string; name: string }

export function remoteFolders(atelier: Atelier, signal: AbortSignal): RemoteFolders {
  /** Requests by folder. Each folder is looked up once, and files in the same folder share the request. */
  const known = new Map<string, Promise<string | null>>()
  const children = new Map<string, Promise<Child[]>>()

  function childrenOf(parent: string): Promise<Child[]> {
    return atelier.folders.list({ parent_id: parent, fields: ['id', 'name'] }, { signal }).toArray()
  }

  async function find(parent: string | null, name: string): Promise<string | undefined> {
    const key = parent ?? 'root'
    const listed = children.get(key) ?? childrenOf(key)
    children.set(key, listed)
    return (await listed).find((child) => isSameName(child.name, name))?.id
  }

  async function make(parent: string | null, name: string): Promise<string> {
    const found = await find(parent, name)
    if (found !== undefined) return found
    try {
      return (await atelier.folders.create({ name, parent_id: parent }, { signal })).id
    } catch (error) {
      // Another process may have created the folder in the meantime.
      children.delete(parent ?? 'root')
      const made = error instanceof ValidationError ? await find(parent, name) : undefined
      if (made === undefined) throw error
      return made
    }
  }

  async function below(parent: string | null, names: string[]): Promise<string | null> {
    if (names.length === 0) return parent
    const key = [parent ?? 'root', ...names].join('/')
    const made =
      known.get(key) ?? below(parent, names.slice(0, -1)).then((id) => make(id, folderName(names.at(-1)!)))
    known.set(key, made)
    return made
  }

  return {
    async existing(named) {
      if (isId(named)) return (await atelier.folders.get(named, { signal })).id
      let id: string | null = null
      for (const name of namesIn(named)) {
        const next: string | undefined = await find(id, name)
        if (next === undefined)
          throw new UsageError(
            `There is no folder ${named}. Run atelier folders list to see the existing folders.`,
          )
        id = next
      }
      return id
    },
    made: async (named) =>
      isId(named) ? (await atelier.folders.get(named, { signal })).id : below(null, namesIn(named)),
    below,
  }
}

const isId = (named: string) => /^fld_[0-9a-z]{26}$/.test(named)
const namesIn = (path: string) => path.split('/').filter(Boolean)
