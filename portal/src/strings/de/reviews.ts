import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

export const reviewsText: Catalog['reviewsText'] = {
  title: 'Prüfung',
  states: { draft: 'Entwurf', in_review: 'In Prüfung', approved: 'Genehmigt', rejected: 'Abgelehnt' },
  steps: {
    draft: 'Zum Entwurf machen',
    in_review: 'Zur Prüfung einreichen',
    approved: 'Genehmigen',
    rejected: 'Ablehnen',
  },
  stateOf: (state) => `Prüfstatus: ${state}`,
  change: 'Prüfstatus ändern',
  changeOf: (count) => `${counted(count, 'Asset', 'Assets')} prüfen`,
  changed: (count) => `Prüfstatus von ${counted(count, 'Asset', 'Assets')} geändert`,
  onlyReviewers: 'Admins und Inhaber genehmigen und lehnen ab.',
  anyState: 'Jeder Prüfstatus',

  history: 'Prüfverlauf',
  sentences: {
    draft: (who) => `${who} hat es zum Entwurf gemacht`,
    in_review: (who) => `${who} hat es zur Prüfung eingereicht`,
    approved: (who) => `${who} hat es genehmigt`,
    rejected: (who) => `${who} hat es abgelehnt`,
  },
  someone: 'Jemand',
  version: (version) => `Version ${version}`,
  showAll: (count) => `Alle ${number(count)} Änderungen anzeigen`,
  rejectTitle: 'Ablehnen',
  rejectCount: (count) => `${counted(count, 'Asset', 'Assets')} ablehnen`,
  reason: 'Grund',
  reasonHint: 'Optional. Wird im Prüfverlauf angezeigt.',

  settings: 'Prüfungen',
  settingsText:
    'Assets und Vorlagen können eingereicht, genehmigt und abgelehnt werden. Eine neue Datei muss erneut geprüft werden. Admins und Inhaber entscheiden.',
  use: 'Assets und Vorlagen prüfen',
  used: 'Prüfungen sind eingeschaltet',
  notUsed: 'Prüfungen sind ausgeschaltet',
  approvedOnly: 'In Freigaben nur genehmigte Assets zeigen',
  approvedOnlyText: 'Andere Assets verschwinden aus bestehenden Freigaben, bis sie genehmigt sind.',
  limited: 'Freigaben zeigen nur genehmigte Assets',
  notLimited: 'Freigaben zeigen alle Assets',
}
