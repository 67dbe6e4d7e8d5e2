import type { FolderLimit } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'

/** The values of the fields: IDs of folders. Null means no limit. The names are those of the API. */
export type LimitValues = { read_limit: string[] | null; write_limit: string[] | null }

type Limits = { read_limit: FolderLimit; write_limit: FolderLimit }

export const limitValues = (limits?: Limits): LimitValues => ({
  read_limit: limits?.read_limit?.folder_ids ?? null,
  write_limit: limits?.write_limit?.folder_ids ?? null,
})

export const limitsOf = ({ read_limit, write_limit }: LimitValues): Limits => ({
  read_limit: limitOf(read_limit),
  write_limit: limitOf(write_limit),
})

const limitOf = (folder_ids: string[] | null) => folder_ids && { folder_ids }

const isChosen = (folders: string[] | null) => (folders?.length === 0 ? clientsText.foldersNone : null)

export const limitRules = { read_limit: isChosen, write_limit: isChosen }
