import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { valueFromText } from '../../../filling/src/from-text.ts'
import type { RenderRequest, Template } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { remoteFolders } from '../files/remote-folders.ts'
import { sendFile, shelves } from '../files/send-file.ts'
import type { Connection } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'

export type Values = NonNullable<RenderRequest['variables']>
type Definition = Parameters<typeof valueFromText>[0]

/** A value as text, by the key of its variable. */
export type Texts = ReadonlyMap<string, string>

/** Adds `headline=Made for first light` to the texts. @throws {UsageError} without a key. */
export function withText(text: string, before: Texts = new Map()): Texts {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`Specify variable=value, such as headline=Hello: ${text}`)
  return new Map([...before, [text.slice(0, at).trim(), text.slice(at + 1)]])
}

/** Uploads a picture and returns the ID of its asset. */
export type UploadPicture = (path: string) => Promise<string>

/**
 * Converts texts to values by the types of their variables. Texts of unknown variables stay unchanged, so
 * that the server names them in its error.
 */
export async function valuesOf(
  { variables }: Pick<Template, 'variables'>,
  texts: Texts,
  upload: UploadPicture,
): Promise<Values> {
  const values: Record<string, unknown> = {}
  for (const [key, text] of texts) {
    const definition = variables.find((one) => one.key === key)
    const isFile = definition?.type === 'image' && text.startsWith('@')
    if (isFile) values[key] = await upload(text.slice(1))
    else values[key] = definition ? valueFromText(definition as Definition, text) : text
  }
  return values as Values
}

/** The folder of uploaded images. Other commands find them there by their SHA-256. */
export const pictureFolderDefault = '/Pictures for renders'

/** Uploads each picture once, unless its folder already contains it. */
export function pictureUploads(terminal: Terminal, connection: Connection, folder: string): UploadPicture {
  const { atelier } = connection
  const shelfOf = shelves(atelier, terminal.signal)
  const sent = new Map<string, Promise<string>>()

  async function send(path: string): Promise<string> {
    const file = await stat(path)
    if (!file.isFile()) throw new UsageError(`${path} is not a file.`)
    const folderId = await remoteFolders(atelier, terminal.signal).made(folder)
    const local = { path, size: file.size, folders: [] }
    return (await sendFile(terminal, connection, local, await shelfOf(folderId), () => {})).id
  }

  return (path) => {
    const full = resolve(path)
    const sending = sent.get(full) ?? send(full)
    sent.set(full, sending)
    return sending
  }
}
