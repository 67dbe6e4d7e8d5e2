/** Generated from server/src/shares/upload-limits.ts: the types, limits and defaults of uploads by visitors of a share. */

/** Types of files, which are detected from their content. */
export const uploadTypes = ['image', 'video', 'audio', 'document', 'font', 'other'] as const
export type UploadType = (typeof uploadTypes)[number]

export const uploadsMax = { files: 10_000, bytes: 1_000_000_000_000 }
export const uploadDefaults = { files: 200, bytes: 10_000_000_000, fileBytes: 1_000_000_000 }
