import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

const assetsOf = (count: number) => counted(count, 'ressource', 'ressources')
const cellsOf = (count: number) => counted(count, 'cellule', 'cellules')

export const assetTableText: Catalog['assetTableText'] = {
  menu: 'Tableur',
  export: 'Exporter en CSV',
  import: 'Importer un CSV',

  exportTranslations: 'Exporter en CSV avec les traductions…',
  exportTranslationsTitle: 'Exporter avec les traductions',
  aboutTranslations:
    'Chaque langue a des colonnes pour le nom, la description et le texte alternatif. Les cellules vides n’ont pas encore de traduction.',
  languages: 'Langues',
  chooseLanguages: 'Choisissez une langue',

  importTitle: 'Importer un CSV',
  about:
    'Exportez les ressources affichées, modifiez les cellules dans un tableur et choisissez le fichier ici. Rien ne change avant votre confirmation.',
  rules: 'Une cellule vide supprime une valeur. Les valeurs des colonnes absentes ne changent pas.',
  file: 'Fichier CSV ou XLSX',
  choose: 'Choisir un fichier',
  check: 'Afficher les changements',

  changes: 'Changements',
  row: 'Ligne',
  asset: 'Ressource',
  column: 'Colonne',
  before: 'Avant',
  after: 'Après',
  empty: 'vide',
  faults: 'Cellules avec des erreurs',
  fault: 'Erreur',
  nothing: 'Le fichier ne contient aucune modification.',
  found: (changes, faults) =>
    [
      `À modifier : ${assetsOf(changes)}.`,
      ...(faults > 0 ? [`Avec des erreurs : ${cellsOf(faults)}.`] : []),
    ].join(' '),
  more: (count) => `et ${number(count)} de plus`,
  skipFaults: 'Ignorer les lignes avec des erreurs',
  apply: (count) => `Modifier ${assetsOf(count)}`,
  applied: (count) => `Modification terminée : ${assetsOf(count)}`,
  back: 'Choisir un autre fichier',
}
