import type { Catalog } from '../../language/catalog.ts'

export const changeText: Catalog['changeText'] = {
  names: {
    'folder.trash': 'Suppression du contenu du dossier',
    'folder.restore': 'Restauration du contenu du dossier',
    'folder.move': 'Déplacement des sous-dossiers',
    'trash.empty': 'Suppression depuis la corbeille',
    'asset.batch': 'Modification des ressources',
    'asset.table': 'Modification des ressources',
    'asset_tag.merge': 'Fusion des tags',
    'template_tag.merge': 'Fusion des tags',
    'property.update': 'Mise à jour de la recherche',
    'property.delete': 'Suppression des valeurs de la propriété',
  },
  other: 'Traitement en cours',
  progress: 'Progression',
  failed:
    'Une modification importante n’a pas pu être terminée. Demandez à votre opérateur de vérifier les tâches en échec.',
  unknown: 'La modification continue, mais sa progression n’a pas pu être chargée',
}
