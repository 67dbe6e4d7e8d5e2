import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const lightboxText: Catalog['lightboxText'] = {
  lightbox: 'Vollansicht',
  open: 'Vollansicht',
  title: (name) => `Vollansicht von ${name}`,
  place: (place, total) => (total === undefined ? number(place) : `${number(place)} von ${number(total)}`),
  previous: 'Vorheriges',
  next: 'Nächstes',
  page: (page, count) => `Seite ${number(page)} von ${number(count)}`,
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
  pages: 'Seiten',
  pageOf: (name, page) => `Seite ${number(page)} von ${name}`,
  pageFailed: 'Diese Seite kann nicht angezeigt werden.',
  close: 'Vollansicht schließen',
  details: 'Details',
  download: 'Herunterladen',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  zoomReset: (percent) => `Zoom: ${percent} %. Ganzes Bild anzeigen`,
  compare: 'Versionen vergleichen',
  divider: 'Trennlinie zwischen den Versionen',
  left: 'Version links',
  right: 'Version rechts',
  nothingToCompare: 'Der Browser kann keine andere Version dieser Datei anzeigen.',
}
