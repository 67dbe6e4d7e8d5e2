/** Folders and tags that nobody deletes. What others make is put there, and counted. */
export type Shelves = { folders: string[]; assetTags: string[]; templateTags: string[] }

export const emptyShelves = (): Shelves => ({ folders: [], assetTags: [], templateTags: [] })
