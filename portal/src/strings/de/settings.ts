import type { Catalog } from '../../language/catalog.ts'

export const settingsText: Catalog['settingsText'] = {
  title: 'Einstellungen',
  description: 'Unternehmenseinstellungen',
  name: 'Name',
  nameText: 'Wird im Menü und in Einladungen angezeigt.',
  save: 'Name speichern',
  saved: 'Name gespeichert',
  location: 'Standortdaten',
  locationText:
    'Fotos können den Ort ihrer Aufnahme enthalten. Dateien in der Bibliothek behalten ihn; Downloads, Links, Freigaben und ZIP-Dateien können ihn weglassen.',
  removeLocation: 'GPS-Koordinaten und Ortsnamen aus Dateien entfernen, die die Bibliothek verlassen',
  locationRemoved: 'Standortdaten werden aus Downloads entfernt',
  locationKept: 'Standortdaten bleiben in Downloads',
  enterprise: 'Organisation',
  enterpriseText: 'Die Organisation, zu der das Unternehmen gehört.',
  id: 'Unternehmens-ID',
  idText: 'Für Supportanfragen und für Werkzeuge, die sie benötigen.',
  copyId: 'Unternehmens-ID kopieren',
}
