import { translated } from '../language/translated.ts'

export const uiText = translated('uiText', {
  product: 'Atelier',
  skip: 'Skip to content',
  language: 'Language',
  /** Between a label and its value. */
  colon: ': ',
  loading: 'Loading',
  failed: 'This could not be loaded',
  retry: 'Try again',
  wentWrong: 'Something went wrong',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  saved: 'Saved',
  download: (name: string) => `Download ${name}`,
  more: 'Show more',
  actions: 'Actions',
  showNumbers: 'Show numbers',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the secret?',
  rotateText: 'This creates a new secret, which is shown only once.',
  overlap: 'Keep the old secret for',
  overlapNone: 'Revoke now',
  typeToConfirm: (name: string) => `Type “${name}” to confirm`,
  none: 'None',
  save: 'Save',
  undo: 'Undo',
  theirs: (text: string | null) =>
    text === null
      ? 'Someone else deleted this text. Save to keep yours.'
      : `Someone else changed this to “${text}”. Save to replace it.`,
  fileNotes: 'Notes on the file',
  removed: (what: string[]) => `Removed from the SVG, because it cannot be shown safely: ${what.join(', ')}.`,
  removedOf: (element: string, count: number) => {
    const names: Record<string, string> = {
      image: 'linked images',
      href: 'links',
      'on*': 'event handlers',
      script: 'scripts',
      foreignObject: 'HTML',
      '@font-face': 'web fonts',
      '@import': 'imported style sheets',
    }
    return `${names[element] ?? element} (${count})`
  },
  close: 'Close',
  foldSide: (label: string) => `Hide ${label.toLowerCase()}`,
  widthOf: (label: string) => `Width of ${label.toLowerCase()}`,
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  of: (name: string) => `of ${name}`,
  justNow: 'just now',
  inAMoment: 'in less than a minute',
  required: 'This field is required.',
  notFoundTitle: 'Page not found',
  notFound: 'The URL may be wrong, or the page may have been deleted.',
  noAccess: 'You don’t have access to this',
  notAllowedTitle: 'You don’t have access to this page',
  home: 'Go to start page',
})
