import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

const assetsOf = (count: number) => counted(count, 'Asset', 'Assets')
const cellsOf = (count: number) => counted(count, 'Zelle', 'Zellen')

export const assetTableText: Catalog['assetTableText'] = {
  menu: 'Tabelle',
  export: 'CSV exportieren',
  import: 'CSV importieren',

  exportTranslations: 'CSV mit Übersetzungen exportieren…',
  exportTranslationsTitle: 'Mit Übersetzungen exportieren',
  aboutTranslations:
    'Jede Sprache erhält Spalten für Name, Beschreibung und Alternativtext. Leere Zellen haben noch keine Übersetzung.',
  languages: 'Sprachen',
  chooseLanguages: 'Wählen Sie eine Sprache',

  importTitle: 'CSV importieren',
  about:
    'Exportieren Sie die angezeigten Assets, bearbeiten Sie die Zellen in einer Tabellenkalkulation, und wählen Sie die Datei hier aus. Bis Sie bestätigen, ändert sich nichts.',
  rules: 'Eine leere Zelle entfernt einen Wert. Werte fehlender Spalten bleiben unverändert.',
  file: 'CSV- oder XLSX-Datei',
  choose: 'Datei auswählen',
  check: 'Änderungen anzeigen',

  changes: 'Änderungen',
  row: 'Zeile',
  asset: 'Asset',
  column: 'Spalte',
  before: 'Vorher',
  after: 'Nachher',
  empty: 'leer',
  faults: 'Fehlerhafte Zellen',
  fault: 'Fehler',
  nothing: 'Die Datei enthält keine Änderungen.',
  found: (changes, faults) =>
    [
      `Geändert würden: ${assetsOf(changes)}.`,
      ...(faults > 0 ? [`Fehlerhaft: ${cellsOf(faults)}.`] : []),
    ].join(' '),
  more: (count) => `und ${number(count)} weitere`,
  skipFaults: 'Zeilen mit Fehlern überspringen',
  apply: (count) => `${assetsOf(count)} ändern`,
  applied: (count) => `${assetsOf(count)} geändert`,
  back: 'Andere Datei auswählen',
}
