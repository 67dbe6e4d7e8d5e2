/** The state of an upload as it is shown. */
export type Upload = {
  id: number
  name: string
  /** In bytes. */
  size: number
  /** Bytes sent so far; never more than `size`. */
  sent: number
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
  /** The error message. */
  error?: Error
  companyId: string
  /** The new asset. */
  assetId?: string
  /** An existing asset with the same file. */
  duplicateOf?: string
}

/** The file and its target. */
export type Task = {
  file: File
  companyId: string
  /** Finds or creates the folder when it is this file's turn. Null is the root. */
  folderId(): Promise<string | null>
  /** Called with the new asset before the file counts as uploaded. Retried like the upload. */
  settle?(assetId: string): Promise<unknown>
}
