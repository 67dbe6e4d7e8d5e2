import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const paletteText: Catalog['paletteText'] = {
  label: 'Rechercher ou aller à…',
  results: 'Résultats',
  recent: 'Récents',
  groups: {
    asset: 'Ressources',
    template: 'Modèles',
    folder: 'Dossiers',
    collection: 'Collections',
    asset_tag: 'Tags de ressources',
    template_tag: 'Tags de modèles',
    client: 'Clients',
    member: 'Personnes',
  },
  allAssets: (words) => `Afficher toutes les ressources pour « ${words} »`,
  allTemplates: (words) => `Afficher tous les modèles pour « ${words} »`,
  count: (count) => counted(count, 'résultat', 'résultats'),
  searching: 'Recherche…',
  nothingFound: 'Aucun résultat. Essayez une autre recherche.',
  failed: 'Certains résultats n’ont pas pu être chargés. Modifiez la recherche pour réessayer.',
}
