import { NodeFS } from '@electric-sql/pglite/nodefs'

type Files = { NODEFS: { stream_ops: { fsync(stream: { nfd: number }): number } } }

/** PGlite's file system with the missing `fsync`. */
export class DurableFiles extends NodeFS {
  readonly #sync: (file: number) => void

  constructor(directory: string, sync: (file: number) => void) {
    super(directory)
    this.#sync = sync
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const addSync = (module: unknown) => {
      ;(module as Files).NODEFS.stream_ops.fsync = (stream) => {
        this.#sync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
}
