import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const presetsText: Catalog['presetsText'] = {
  title: 'Préréglages',
  description:
    'Tailles et formats d’image nommés. Tous les membres de l’entreprise peuvent télécharger des images avec ces préréglages, et les partages peuvent les proposer.',
  none: 'Aucun préréglage pour l’instant. Créez-en un pour proposer des images dans les tailles et formats de votre entreprise.',
  create: 'Créer un préréglage',
  created: 'Préréglage créé',
  edit: 'Modifier',
  editTitle: (label) => `Modifier ${label}`,
  save: 'Enregistrer le préréglage',
  saved: 'Préréglage enregistré',
  delete: 'Supprimer',
  deleteTitle: (label) => `Supprimer ${label} ?`,
  deleteText:
    'Les partages ne proposent plus ce préréglage. Les liens existants fonctionnent jusqu’à leur expiration.',
  deleted: 'Préréglage supprimé',
  actionsOf: (label) => `Actions pour ${label}`,

  start: 'Partir de',
  empty: 'Préréglage vide',
  suggestions: {
    web: 'Web, JPEG jusqu’à 2 000 px',
    square: 'Réseaux sociaux, carré de 1 080 px',
    print: 'Impression, TIFF en CMJN',
  },

  label: 'Libellé',
  labelNone: 'Saisissez un libellé.',
  name: 'Nom dans les liens',
  nameHint:
    'Lettres minuscules, chiffres et tirets. Si vous le modifiez, les programmes qui l’utilisent cessent de fonctionner.',
  width: 'Largeur en pixels',
  height: 'Hauteur en pixels',
  auto: 'Automatique',
  fit: 'Ajustement',
  fits: {
    inside: 'Image entière à l’intérieur du cadre',
    cover: 'Remplir le cadre, recadré autour du point focal',
    contain: 'Image entière avec une bordure',
  },
  format: 'Format',
  formats: {
    original: 'Comme l’original',
    jpeg: 'JPEG',
    png: 'PNG',
    webp: 'WebP',
    avif: 'AVIF',
    tiff: 'TIFF',
  },
  quality: 'Qualité',
  qualityHint: 'De 1 à 100. PNG et TIFF sont toujours sans perte.',
  background: 'Arrière-plan',
  backgroundHint:
    'Remplit les zones transparentes et la bordure. Laissez vide pour transparent, ou pour blanc dans les fichiers JPEG.',
  profile: 'Espace colorimétrique',
  profiles: {
    srgb: 'sRGB, pour les écrans',
    p3: 'Display P3, pour les écrans à large gamut',
    cmyk: 'CMJN, pour l’impression offset (FOGRA39)',
  },
  metadata: 'Métadonnées dans le fichier',
  metadataKinds: {
    none: 'Aucune',
    copyright: 'Auteurs, copyright et conditions d’utilisation',
    embed: 'Tous les champs de texte et les tags de la ressource',
  },
  enlarge: 'Agrandir les images plus petites',
  size: (width, height) => {
    if (width === null && height === null) return 'Taille de l’image'
    if (height === null) return `${number(width!)} px de large`
    if (width === null) return `${number(height)} px de haut`
    return `${number(width)} × ${number(height)} px`
  },
}
