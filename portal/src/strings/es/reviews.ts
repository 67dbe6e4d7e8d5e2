import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

export const reviewsText: Catalog['reviewsText'] = {
  title: 'Revisión',
  states: { draft: 'Borrador', in_review: 'En revisión', approved: 'Aprobado', rejected: 'Rechazado' },
  steps: {
    draft: 'Convertir en borrador',
    in_review: 'Enviar a revisión',
    approved: 'Aprobar',
    rejected: 'Rechazar',
  },
  stateOf: (state) => `Estado de revisión: ${state}`,
  change: 'Cambiar el estado de revisión',
  changeOf: (count) => `Revisar ${counted(count, 'recurso', 'recursos')}`,
  changed: (count) => `Estado de revisión de ${counted(count, 'recurso', 'recursos')} cambiado`,
  onlyReviewers: 'Los administradores y propietarios aprueban y rechazan.',
  anyState: 'Cualquier estado de revisión',

  history: 'Historial de revisión',
  sentences: {
    draft: (who) => `${who} lo convirtió en borrador`,
    in_review: (who) => `${who} lo envió a revisión`,
    approved: (who) => `${who} lo aprobó`,
    rejected: (who) => `${who} lo rechazó`,
  },
  someone: 'Alguien',
  version: (version) => `versión ${version}`,
  showAll: (count) => `Mostrar los ${number(count)} cambios`,
  rejectTitle: 'Rechazar',
  rejectCount: (count) => `Rechazar ${counted(count, 'recurso', 'recursos')}`,
  reason: 'Motivo',
  reasonHint: 'Opcional. Se muestra en el historial de revisión.',

  settings: 'Revisiones',
  settingsText:
    'Los recursos y las plantillas se pueden enviar a revisión, aprobar y rechazar. Un archivo nuevo necesita otra revisión. Deciden los administradores y propietarios.',
  use: 'Revisar recursos y plantillas',
  used: 'Las revisiones están activadas',
  notUsed: 'Las revisiones están desactivadas',
  approvedOnly: 'Mostrar solo recursos aprobados en los enlaces compartidos',
  approvedOnlyText:
    'Los demás recursos desaparecen de los enlaces compartidos existentes hasta que se aprueben.',
  limited: 'Los enlaces compartidos muestran solo recursos aprobados',
  notLimited: 'Los enlaces compartidos muestran todos los recursos',
}
