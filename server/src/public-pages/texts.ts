import type { Language } from '../languages.ts'

export type Notice = { title: string; text: string }

/** A text of a script by the plural category of its number. `{count}` stands for the number. */
type Counted = { one: string; other: string }

export type PageTexts = {
  notFound: Notice
  closed: Notice
  tooManyDownloads: Notice
  tooManyFiles: Notice
  back: string
  empty: string
  entry: {
    name: string
    email: string
    /** Tells visitors what the owner of the page learns about them. */
    visible: string
    password: string
    open: string
    detailsMissing: string
    wrongPassword: string
    limited: string
  }
  share: {
    /** @param count a formatted number. */
    files: (count: string, isOne: boolean) => string
    moreThan: (count: string) => string
    until: (day: string) => string
    sharedBy: (company: string) => string
    filesTitle: string
    download: string
    large: string
    small: string
    downloadAll: string
    /** @param size the name of a size or preset. */
    downloadAllAs: (size: string) => string
    preview: string
    previous: string
    next: string
    close: string
    previousPage: string
    nextPage: string
  }
  uploads: {
    title: string
    full: string
    choose: string
    send: string
    anyFile: string
    types: Record<'image' | 'video' | 'audio' | 'document' | 'font' | 'other', string>
    limits: (types: string, size: string) => string
    seenByAll: string
    seenByOwner: string
    sent: Notice
    notSent: Notice
    /** For the script of the page. `{name}` and `{size}` stand for a file name and a file size. */
    script: {
      reopen: string
      closed: string
      tooLarge: string
      noSpace: string
      waiting: string
      sending: string
      checking: string
      done: string
      progress: string
      largerThan: string
      filesSent: Counted
      filesLeft: Counted
      filesFailed: Counted
      noConnection: string
      refused: string
      again: string
      againFor: string
    }
  }
  /** Brand pages, and the colors and fonts on the share of a brand kit. */
  brand: {
    onThisPage: string
    version: (kit: string, version: number) => string
    logos: string
    colors: string
    contrast: string
    fonts: string
    tokens: string
    swatches: string
    palette: string
    designTokens: string
    download: (name: string, file: string) => string
    variants: Record<'primary' | 'secondary' | 'icon' | 'wordmark' | 'monochrome', string>
    themes: Record<'light' | 'dark' | 'any', string>
    opacity: (percent: number) => string
    notation: (notation: string, color: string) => string
    contrastText: string
    pair: (one: string, other: string) => string
    largeText: (level: string) => string
    fontFamily: string
    italic: string
    noFile: string
    unavailable: string
    notShown: string
    noPicture: string
    specimen: (family: string) => string
    embeddingOnly: string
    noCopies: string
    do: string
    dont: string
    /** For the script of the page. `{label}` and `{text}` stand for what is copied. */
    script: { copied: string; copiedAll: string; failed: string; copy: string; copyAll: string }
  }
}

export type Translated = { language: Language; texts: PageTexts }
