import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const lightboxText: Catalog['lightboxText'] = {
  lightbox: 'Plein écran',
  open: 'Plein écran',
  title: (name) => `${name} en plein écran`,
  place: (place, total) => (total === undefined ? number(place) : `${number(place)} sur ${number(total)}`),
  previous: 'Précédent',
  next: 'Suivant',
  page: (page, count) => `Page ${number(page)} sur ${number(count)}`,
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
  pages: 'Pages',
  pageOf: (name, page) => `Page ${number(page)} de ${name}`,
  pageFailed: 'Impossible d’afficher cette page.',
  close: 'Quitter le plein écran',
  details: 'Détails',
  download: 'Télécharger',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  zoomReset: (percent) => `Zoom : ${percent} %. Afficher l’image entière`,
  compare: 'Comparer les versions',
  divider: 'Séparateur entre les versions',
  left: 'Version de gauche',
  right: 'Version de droite',
  nothingToCompare: 'Le navigateur ne peut afficher aucune autre version de ce fichier.',
}
