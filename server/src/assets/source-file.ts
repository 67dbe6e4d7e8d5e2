import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CompanyId } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import type { CompanyFont } from '../images/outline-text.ts'
import type { Services } from '../services.ts'
import { writeFault } from '../storage/file-errors.ts'
import type { Storage } from '../storage/storage.ts'
import { fontsToDraw } from './drawing-fonts.ts'

export const temporaryIn = ({ incomingDirectory }: Pick<Storage, 'incomingDirectory'>) =>
  join(incomingDirectory, randomUUID())

export type SourceFile = {
  path: string
  extension: string
  /** The company's fonts, for the text of a vector. */
  fonts: readonly CompanyFont[]
}

/**
 * Copies a stored file to a path that the decoder can read, and deletes the copy after the work.
 * @throws {DecodeError} `damaged` if the file is missing from the store.
 */
export async function withSourceFile<Result>(
  { db, storage, noteMissing }: Pick<Services, 'db' | 'storage' | 'noteMissing'>,
  companyId: CompanyId,
  fileKey: string,
  work: (source: SourceFile) => Promise<Result>,
): Promise<Result> {
  const temporary = () => temporaryIn(storage)
  const path = temporary()
  const fonts: CompanyFont[] = []
  try {
    const file = await storage.find(fileKey)
    if (!file) {
      noteMissing(fileKey, 'picture')
      throw new DecodeError('damaged')
    }
    await pipeline(file.open(), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error) => {
      throw writeFault(error)
    })
    const extension = extname(fileKey).slice(1)
    if (extension === 'svg') fonts.push(...(await fontsToDraw({ db, storage }, companyId, path, temporary)))
    return await work({ path, extension, fonts })
  } finally {
    for (const one of [path, ...fonts.map(({ path }) => path)]) await rm(one, { force: true })
  }
}
