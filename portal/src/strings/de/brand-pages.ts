import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const brandPageText: Catalog['brandPageText'] = {
  publish: 'Veröffentlichen',
  page: 'Seite',
  title: (name) => `Seite von ${name}`,
  about:
    'Eine Seite, auf der Personen ohne Konto das aktuelle Brand-Kit ansehen und seine Dateien herunterladen können.',
  publishedAt: 'Veröffentlicht',
  closed: 'Nicht veröffentlicht. Besucher können die Seite nicht öffnen.',
  noSlug:
    'Die Seite wurde importiert, aber ihre URL ist bereits vergeben. Wählen Sie eine andere URL, um die Seite zu veröffentlichen.',
  visits: (views, downloads) =>
    `${counted(views, 'Aufruf', 'Aufrufe')} · ${counted(downloads, 'Download', 'Downloads')}`,
  url: 'URL der Seite',
  copyUrl: 'URL der Seite kopieren',
  open: 'Seite öffnen',

  slug: 'Letzter Teil der URL',
  slugHint: 'Kleinbuchstaben, Ziffern und Bindestriche. Der Name muss eindeutig sein.',
  slugNone: 'Geben Sie mindestens 3 Zeichen ein.',
  heading: 'Titel',
  headingHint: 'Leer lassen, um den Namen des Brand-Kits zu verwenden.',
  intro: 'Einleitung',
  access: 'Wer die Seite öffnen kann',
  accessChoices: { public: 'Alle', password: 'Personen mit dem Passwort' },
  password: 'Passwort',
  passwordNew: 'Mindestens 6 Zeichen. Senden Sie es Besuchern getrennt zu.',
  passwordKept: 'Leer lassen, um das aktuelle Passwort zu behalten.',
  passwordShort: 'Geben Sie mindestens 6 Zeichen ein.',
  indexed: 'Suchmaschinen dürfen die Seite anzeigen',

  sections: 'Abschnitte',
  sectionsHint: 'Eigener Text unter dem Brand-Kit, mit Bildern, die richtig und falsch zeigen.',
  addSection: 'Abschnitt hinzufügen',
  section: (place) => `Abschnitt ${place}`,
  sectionTitle: 'Überschrift',
  sectionTitleNone: 'Geben Sie eine Überschrift ein.',
  sectionText: 'Text',
  sectionTextHint:
    'Trennen Sie Absätze mit einer Leerzeile, beginnen Sie Listenpunkte mit „- “, und setzen Sie fetten Text zwischen **zwei Sternchen**.',
  moveUp: (name) => `${name} nach oben verschieben`,
  moveDown: (name) => `${name} nach unten verschieben`,
  removeSection: (name) => `${name} entfernen`,
  addDo: 'Bild hinzufügen: richtig',
  addDont: 'Bild hinzufügen: falsch',
  pickTitle: 'Bild auswählen',
  pick: 'Bild hinzufügen',
  kind: 'Art des Bilds',
  kinds: { do: 'Richtig', dont: 'Falsch' },
  caption: 'Bildunterschrift',
  removeExample: 'Bild entfernen',

  save: 'Speichern',
  saved: 'Seite gespeichert',
  published: 'Seite veröffentlicht',
  unpublish: 'Veröffentlichung aufheben',
  unpublished: 'Veröffentlichung aufgehoben',
}
