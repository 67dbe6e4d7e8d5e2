import type { Catalog } from '../../language/catalog.ts'

export const referenceText: Catalog['referenceText'] = {
  title: 'API-Referenz',
  description: (company) =>
    `Dokumentation und Konsole für jeden Endpunkt, in englischer Sprache. Anfragen werden in Ihrem Namen ausgeführt und ändern echte Daten von ${company}.`,
  forPrograms: 'Für Werkzeuge gibt es das',
  document: 'OpenAPI-Dokument.',
  open: 'Mit einem Token ausprobieren',
  asYou: 'Ihre Sitzung in diesem Unternehmen',
  failed: 'Die API-Referenz konnte nicht geladen werden. Laden Sie die Seite neu.',
}
