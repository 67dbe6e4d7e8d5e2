/** Folders and tags that are never deleted. Writers use them, and their counters are verified. */
export type Shelves = { folders: string[]; assetTags: string[]; templateTags: string[] }

export const emptyShelves = (): Shelves => ({ folders: [], assetTags: [], templateTags: [] })
