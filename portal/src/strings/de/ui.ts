import type { Catalog } from '../../language/catalog.ts'

export const uiText: Catalog['uiText'] = {
  product: 'Atelier',
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  colon: ': ',
  loading: 'Wird geladen',
  failed: 'Das konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  wentWrong: 'Etwas ist schiefgegangen',
  dismiss: 'Ausblenden',
  cancel: 'Abbrechen',
  saved: 'Gespeichert',
  download: (name) => `${name} herunterladen`,
  more: 'Mehr anzeigen',
  actions: 'Aktionen',
  showNumbers: 'Zahlen anzeigen',
  rotate: 'Secret erneuern',
  rotateTitle: 'Secret erneuern?',
  rotateText: 'Dadurch entsteht ein neues Secret, das nur einmal angezeigt wird.',
  overlap: 'Altes Secret behalten für',
  overlapNone: 'Sofort widerrufen',
  typeToConfirm: (name) => `Geben Sie zur Bestätigung „${name}“ ein`,
  none: 'Keine',
  save: 'Speichern',
  undo: 'Rückgängig',
  theirs: (text) =>
    text === null
      ? 'Jemand anderes hat diesen Text gelöscht. Speichern Sie, um Ihren zu behalten.'
      : `Jemand anderes hat dies in „${text}“ geändert. Speichern Sie, um es zu ersetzen.`,
  fileNotes: 'Hinweise zur Datei',
  removed: (what) =>
    `Aus der SVG-Datei entfernt, weil es nicht sicher angezeigt werden kann: ${what.join(', ')}.`,
  removedOf: (element, count) => {
    const names: Record<string, string> = {
      image: 'verknüpfte Bilder',
      href: 'Links',
      'on*': 'Event-Handler',
      script: 'Skripte',
      foreignObject: 'HTML',
      '@font-face': 'Webfonts',
      '@import': 'importierte Stylesheets',
    }
    return `${names[element] ?? element} (${count})`
  },
  close: 'Schließen',
  foldSide: (label) => `${label} ausblenden`,
  widthOf: (label) => `Breite: ${label}`,
  copy: 'Kopieren',
  copyOf: (what) => `${what} kopieren`,
  copied: 'Kopiert',
  of: (name) => `von ${name}`,
  justNow: 'gerade eben',
  inAMoment: 'in weniger als einer Minute',
  required: 'Dieses Feld ist erforderlich.',
  notFoundTitle: 'Seite nicht gefunden',
  notFound: 'Die URL ist vielleicht falsch, oder die Seite wurde gelöscht.',
  noAccess: 'Sie haben keinen Zugriff',
  notAllowedTitle: 'Sie haben keinen Zugriff auf diese Seite',
  home: 'Zur Startseite',
}
