import type { Target } from './kept-files.ts'

export type Upload = {
  id: number
  name: string
  /** Bytes. */
  size: number
  /** Bytes sent so far; never more than `size`. */
  sent: number
  /**
   * `asking`: the folder has an asset of that name. `lost`: the page was reloaded, and the file must be chosen again.
   */
  state: 'waiting' | 'asking' | 'sending' | 'paused' | 'lost' | 'done' | 'skipped' | 'failed'
  error?: Error
  /** Whether a failed upload may succeed if it is sent again. */
  canRetry?: boolean
  companyId: string
  /** The new asset, or the asset with a new version. */
  assetId?: string
  isVersion?: boolean
  /** An existing asset with the same file. */
  duplicateOf?: string
  /** An existing asset in the folder with the name of the file. */
  sameName?: string
}

/** What happens to a file that has the name of an asset in the folder. */
export type Choice = 'skip' | 'add' | 'version'

/** An asset in the target folder that has a file's name. */
export type SameName = { id: string; size: number }

export type Task = {
  file: File
  companyId: string
  /** Finds or creates the folder when it is this file's turn. Null is the root. */
  folderId(): Promise<string | null>
  /** Called with the new asset before the file counts as uploaded. Retried like the upload. */
  settle?(assetId: string): Promise<unknown>
  /** Finds an asset of the same name. Without it, names are not compared. */
  findSameName?(): Promise<SameName | undefined>
  /** If set, the upload survives a reload of the page. */
  kept?: { personId: string; target: Target }
}

/** A task of an earlier page. The file is missing if the browser did not store it. */
export type KeptTask = Omit<Task, 'file' | 'settle'> & {
  key: string
  name: string
  size: number
  lastModified: number
  file: File | undefined
}
