import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const brandPageText: Catalog['brandPageText'] = {
  publish: 'Publier',
  page: 'Page',
  title: (name) => `Page de ${name}`,
  about:
    'Une page sur laquelle des personnes sans compte consultent le kit de marque actuel et téléchargent ses fichiers.',
  publishedAt: 'Publiée',
  closed: 'Non publiée. Les visiteurs ne peuvent pas ouvrir la page.',
  noSlug: 'La page a été importée, mais son URL est déjà utilisée. Choisissez une autre URL pour la publier.',
  visits: (views, downloads) =>
    `${counted(views, 'vue', 'vues')} · ${counted(downloads, 'téléchargement', 'téléchargements')}`,
  url: 'URL de la page',
  copyUrl: 'Copier l’URL de la page',
  open: 'Ouvrir la page',

  slug: 'Dernière partie de l’URL',
  slugHint: 'Lettres minuscules, chiffres et tirets. Elle doit être unique.',
  slugNone: 'Saisissez au moins 3 caractères.',
  heading: 'Titre',
  headingHint: 'Laissez vide pour utiliser le nom du kit de marque.',
  intro: 'Introduction',
  access: 'Qui peut l’ouvrir',
  accessChoices: { public: 'Tout le monde', password: 'Les personnes qui ont le mot de passe' },
  password: 'Mot de passe',
  passwordNew: 'Au moins 6 caractères. Envoyez-le aux visiteurs séparément.',
  passwordKept: 'Laissez vide pour conserver le mot de passe actuel.',
  passwordShort: 'Saisissez au moins 6 caractères.',
  indexed: 'Les moteurs de recherche peuvent afficher la page',

  sections: 'Sections',
  sectionsHint: 'Votre propre texte sous le kit de marque, avec des images de bons et de mauvais usages.',
  addSection: 'Ajouter une section',
  section: (place) => `Section n° ${place}`,
  sectionTitle: 'Titre',
  sectionTitleNone: 'Saisissez un titre.',
  sectionText: 'Texte',
  sectionTextHint:
    'Séparez les paragraphes par une ligne vide, commencez les éléments de liste par « - » et mettez le texte en gras entre **deux astérisques**.',
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  removeSection: (name) => `Supprimer ${name}`,
  addDo: 'Ajouter une image : à faire',
  addDont: 'Ajouter une image : à éviter',
  pickTitle: 'Choisir une image',
  pick: 'Ajouter l’image',
  kind: 'Type d’image',
  kinds: { do: 'À faire', dont: 'À éviter' },
  caption: 'Légende',
  removeExample: 'Supprimer l’image',

  save: 'Enregistrer',
  saved: 'Page enregistrée',
  published: 'Page publiée',
  unpublish: 'Dépublier',
  unpublished: 'Page dépubliée',
}
