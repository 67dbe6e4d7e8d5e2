import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

export const reviewsText: Catalog['reviewsText'] = {
  title: 'Validation',
  states: { draft: 'Brouillon', in_review: 'À valider', approved: 'Approuvé', rejected: 'Refusé' },
  steps: {
    draft: 'Remettre en brouillon',
    in_review: 'Soumettre à validation',
    approved: 'Approuver',
    rejected: 'Refuser',
  },
  stateOf: (state) => `État de validation : ${state}`,
  change: 'Modifier l’état de validation',
  changeOf: (count) => `Modifier l’état de validation de ${counted(count, 'ressource', 'ressources')}`,
  changed: (count) => `État de validation de ${counted(count, 'ressource modifié', 'ressources modifié')}`,
  onlyReviewers: 'Les administrateurs et les propriétaires approuvent et refusent.',
  anyState: 'Tous les états de validation',

  history: 'Historique de validation',
  sentences: {
    draft: (who) => `Remise en brouillon par ${who}`,
    in_review: (who) => `Soumission à validation par ${who}`,
    approved: (who) => `Approbation par ${who}`,
    rejected: (who) => `Refus par ${who}`,
  },
  someone: 'quelqu’un',
  version: (version) => `version ${version}`,
  showAll: (count) => `Afficher les ${number(count)} changements`,
  rejectTitle: 'Refuser',
  rejectCount: (count) => `Refuser ${counted(count, 'ressource', 'ressources')}`,
  reason: 'Motif',
  reasonHint: 'Facultatif. Affiché dans l’historique de validation.',

  settings: 'Validations',
  settingsText:
    'Les ressources et les modèles peuvent être soumis, approuvés et refusés. Un nouveau fichier demande une nouvelle validation. Les administrateurs et les propriétaires décident.',
  use: 'Soumettre les ressources et les modèles à validation',
  used: 'Les validations sont activées',
  notUsed: 'Les validations sont désactivées',
  approvedOnly: 'Ne montrer que les ressources approuvées dans les partages',
  approvedOnlyText:
    'Les autres ressources disparaissent des partages existants jusqu’à ce qu’elles soient approuvées.',
  limited: 'Les partages ne montrent que les ressources approuvées',
  notLimited: 'Les partages montrent toutes les ressources',
}
