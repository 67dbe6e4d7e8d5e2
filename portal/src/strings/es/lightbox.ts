import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const lightboxText: Catalog['lightboxText'] = {
  lightbox: 'Vista completa',
  open: 'Vista completa',
  title: (name) => `Vista completa de ${name}`,
  place: (place, total) => (total === undefined ? number(place) : `${number(place)} de ${number(total)}`),
  previous: 'Anterior',
  next: 'Siguiente',
  page: (page, count) => `Página ${number(page)} de ${number(count)}`,
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  pages: 'Páginas',
  pageOf: (name, page) => `Página ${number(page)} de ${name}`,
  pageFailed: 'No se puede mostrar esta página.',
  close: 'Cerrar vista completa',
  details: 'Detalles',
  download: 'Descargar',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoomReset: (percent) => `Zoom: ${percent} %. Mostrar la imagen completa`,
  compare: 'Comparar versiones',
  divider: 'Divisor entre las versiones',
  left: 'Versión de la izquierda',
  right: 'Versión de la derecha',
  nothingToCompare: 'El navegador no puede mostrar otra versión de este archivo.',
}
