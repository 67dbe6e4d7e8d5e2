// biome-ignore-all lint/performance/noBarrelFile: the entry point of the package.
export type * from './font-file.ts'
export type * from './results.ts'
