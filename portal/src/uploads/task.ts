/** A file on its way, as it is shown. */
export type Upload = {
  id: number
  name: string
  /** Bytes. */
  size: number
  /** Bytes that have gone; never more than `size`. */
  sent: number
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
  /** Why it failed. */
  error?: Error
  companyId: string
  /** What it became. */
  assetId?: string
  /** The asset that has the very same bytes. */
  duplicateOf?: string
}

/** What is to be sent, and where to. */
export type Task = {
  file: File
  companyId: string
  /** Finds the folder, or makes it: asked for once it is this file's turn. Null is the root. */
  folderId(): Promise<string | null>
  /** What is to be done with what it became, before it counts as uploaded: tried again as the sending is. */
  settle?(assetId: string): Promise<unknown>
}
