import { packagedFile } from './packaged-file.ts'

/** The memory of a module, as Emscripten exports it. */
export type WasmMemory = { buffer: ArrayBuffer }

/** The used parts of the global `WebAssembly`, which Node's types omit. */
export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssembly }).WebAssembly

type WebAssembly = {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
  RuntimeError: new () => Error
}

/** The file of an engine in a package. */
export const engineFile = (specifier: string): Buffer => packagedFile(new URL(import.meta.resolve(specifier)))
