/**
 * The types, limits and defaults of uploads by the visitors of a share. The SDK has a copy of this file (`npm run fix`
 * writes it), so that the CLI and the portal check and offer the same values as the server.
 */

/** Types of files, which are detected from their content. */
export const uploadTypes = ['image', 'video', 'audio', 'document', 'font', 'other'] as const
export type UploadType = (typeof uploadTypes)[number]

export const uploadsMax = { files: 10_000, bytes: 1_000_000_000_000 }
export const uploadDefaults = { files: 200, bytes: 10_000_000_000, fileBytes: 1_000_000_000 }
