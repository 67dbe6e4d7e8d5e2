import { translated } from '../language/translated.ts'

export const lightboxText = translated('lightboxText', {
  lightbox: 'Full view',
  open: 'Full view',
  title: (name: string) => `Full view of ${name}`,
  place: (place: number, total: number | undefined) =>
    total === undefined
      ? place.toLocaleString('en')
      : `${place.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  previous: 'Previous',
  next: 'Next',
  page: (number: number, count: number) =>
    `Page ${number.toLocaleString('en')} of ${count.toLocaleString('en')}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pages: 'Pages',
  pageOf: (name: string, number: number) => `Page ${number.toLocaleString('en')} of ${name}`,
  pageFailed: 'This page cannot be shown.',
  close: 'Close full view',
  details: 'Details',
  download: 'Download',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: (percent: number) => `Zoom: ${percent}%. Show the whole image`,
  compare: 'Compare versions',
  divider: 'Divider between the versions',
  left: 'Version on the left',
  right: 'Version on the right',
  nothingToCompare: 'The browser cannot show another version of this file.',
})
