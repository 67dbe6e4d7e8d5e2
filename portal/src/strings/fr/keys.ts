import type { Catalog } from '../../language/catalog.ts'

export const keysText: Catalog['keysText'] = {
  title: 'Raccourcis clavier',
  groups: [
    {
      title: 'Partout',
      keys: [
        { keys: ['mod+K'], does: 'Tout rechercher ou exécuter une commande' },
        { keys: ['?'], does: 'Afficher cette liste' },
        { keys: ['Esc'], does: 'Fermer une boîte de dialogue ou un panneau' },
      ],
    },
    {
      title: 'Recherche',
      keys: [
        { keys: ['↑', '↓'], does: 'Aller au résultat suivant' },
        { keys: ['Enter'], does: 'Ouvrir le résultat' },
      ],
    },
    {
      title: 'Ressources',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Aller à la ressource suivante' },
        { keys: ['Page Up', 'Page Down', 'Home', 'End'], does: 'Aller plus loin' },
        { keys: ['Enter'], does: 'Ouvrir la ressource' },
        { keys: ['Space'], does: 'Sélectionner la ressource' },
        { keys: ['Shift+↑', 'Shift+↓'], does: 'Étendre la sélection' },
        { keys: ['mod+A'], does: 'Sélectionner toutes les ressources chargées' },
        { keys: ['Esc'], does: 'Annuler la sélection' },
        { keys: ['delete'], does: 'Mettre la sélection à la corbeille' },
        { keys: ['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], does: 'Déplacer dans la collection ouverte' },
        { keys: ['mod+V'], does: 'Importer des images du presse-papiers' },
      ],
    },
    {
      title: 'Ressources, dossiers, collections et modèles',
      keys: [{ keys: ['Shift+F10', 'Menu'], does: 'Ouvrir le menu des actions' }],
    },
    {
      title: 'Dossiers',
      keys: [
        { keys: ['↑', '↓', 'Home', 'End'], does: 'Aller à un autre dossier' },
        { keys: ['→', '←'], does: 'Afficher ou masquer les sous-dossiers' },
        { keys: ['Enter', 'Space'], does: 'Ouvrir le dossier' },
      ],
    },
    {
      title: 'Vue complète d’une ressource',
      keys: [
        { keys: ['←', '→'], does: 'Afficher la ressource suivante' },
        { keys: ['Page Up', 'Page Down'], does: 'Afficher la page suivante d’un document' },
      ],
    },
    {
      title: 'Cadres, points focaux, zones de texte et séparateurs',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Déplacer l’élément' },
        { keys: ['Shift+arrow'], does: 'Déplacer davantage une zone de texte' },
        { keys: ['Alt+arrow'], does: 'Redimensionner une zone de texte' },
      ],
    },
    {
      title: 'Textes',
      keys: [
        { keys: ['mod+Enter'], does: 'Enregistrer' },
        { keys: ['Esc'], does: 'Abandonner les modifications' },
      ],
    },
  ],
}
