import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const presetsText: Catalog['presetsText'] = {
  title: 'Preajustes',
  description:
    'Tamaños y formatos de imagen con nombre. Todos en la empresa pueden descargar imágenes con estos preajustes, y los enlaces compartidos pueden ofrecerlos.',
  none: 'Aún no hay preajustes. Cree uno para ofrecer imágenes en los tamaños y formatos que usa su empresa.',
  create: 'Crear preajuste',
  created: 'Preajuste creado',
  edit: 'Editar',
  editTitle: (label) => `Editar ${label}`,
  save: 'Guardar preajuste',
  saved: 'Preajuste guardado',
  delete: 'Eliminar',
  deleteTitle: (label) => `¿Eliminar ${label}?`,
  deleteText:
    'Los enlaces compartidos dejan de ofrecer este preajuste. Los enlaces existentes funcionan hasta que caducan.',
  deleted: 'Preajuste eliminado',
  actionsOf: (label) => `Acciones para ${label}`,

  start: 'Partir de',
  empty: 'Preajuste vacío',
  suggestions: {
    web: 'Web, JPEG hasta 2000 px',
    square: 'Redes sociales, cuadrado de 1080 px',
    print: 'Impresión, TIFF en CMYK',
  },

  label: 'Nombre visible',
  labelNone: 'Introduzca un nombre visible.',
  name: 'Nombre en los enlaces',
  nameHint:
    'Letras minúsculas, cifras y guiones. Si lo cambia, los programas que lo usan dejan de funcionar.',
  width: 'Ancho en píxeles',
  height: 'Alto en píxeles',
  auto: 'Automático',
  fit: 'Encaje',
  fits: {
    inside: 'Imagen completa dentro del marco',
    cover: 'Llenar el marco, recortando alrededor del punto focal',
    contain: 'Imagen completa con borde',
  },
  format: 'Formato',
  formats: {
    original: 'Como el original',
    jpeg: 'JPEG',
    png: 'PNG',
    webp: 'WebP',
    avif: 'AVIF',
    tiff: 'TIFF',
  },
  quality: 'Calidad',
  qualityHint: 'De 1 a 100. PNG y TIFF nunca pierden calidad.',
  background: 'Fondo',
  backgroundHint:
    'Rellena las zonas transparentes y el borde. Deje este campo vacío para transparente, o blanco en archivos JPEG.',
  profile: 'Espacio de color',
  profiles: {
    srgb: 'sRGB, para pantallas',
    p3: 'Display P3, para pantallas de gama amplia',
    cmyk: 'CMYK, para impresión offset (FOGRA39)',
  },
  metadata: 'Metadatos en el archivo',
  metadataKinds: {
    none: 'Ninguno',
    copyright: 'Autores, derechos de autor y condiciones de uso',
    embed: 'Todos los campos de texto y las etiquetas del recurso',
  },
  enlarge: 'Ampliar imágenes más pequeñas',
  size: (width, height) => {
    if (width === null && height === null) return 'Tamaño de la imagen'
    if (height === null) return `${number(width!)} px de ancho`
    if (width === null) return `${number(height)} px de alto`
    return `${number(width)} × ${number(height)} px`
  },
}
