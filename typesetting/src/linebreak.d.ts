declare module 'linebreak' {
  /** Line breaking by UAX 14. */
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
