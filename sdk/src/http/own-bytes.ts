/**
 * Bytes with their own `ArrayBuffer`, as requests require: `Uint8Array<ArrayBuffer>`. TypeScript before 5.7
 * has no type parameter there, and the published types support TypeScript 5.0.
 */
export type OwnBytes = ReturnType<Uint8Array['slice']>
