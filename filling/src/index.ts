// biome-ignore-all lint/performance/noBarrelFile: the entry point of the package.
export type * from './values.ts'
