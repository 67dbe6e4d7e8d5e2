import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

const files = (count: number) => counted(count, 'Datei', 'Dateien')

export const uploadText: Catalog['uploadText'] = {
  upload: 'Hochladen',
  uploadFiles: 'Dateien hochladen',
  chooseFiles: 'Dateien',
  chooseFolder: 'Ordner',
  dropHere: 'Zum Hochladen ablegen',
  dropInto: (folder) => `Zum Hochladen in ${folder} ablegen`,
  dropHint: 'Dateien und ganze Ordner.',
  title: 'Uploads',
  uploading: (done, all) => `${number(done)} von ${number(all)} werden hochgeladen`,
  finished: (count) => `${files(count)} hochgeladen`,
  failedOf: (count) => `${files(count)} fehlgeschlagen`,
  paused: 'Angehalten',
  waiting: 'Wartend',
  uploaded: 'Hochgeladen',
  duplicate: 'Hochgeladen. Die Bibliothek enthält diese Datei bereits.',
  showDuplicate: 'Vorhandenes Asset anzeigen',
  dropCopy: 'Kopie in den Papierkorb verschieben',
  sameName: 'Der Ordner enthält bereits eine Datei mit diesem Namen.',
  sameNames: (count) => `Die Ordner enthalten bereits ${files(count)} mit diesen Namen. Für alle:`,
  forAll: 'Alle Dateien mit vorhandenem Namen',
  choices: { skip: 'Überspringen', add: 'Trotzdem hinzufügen', version: 'Neue Version' },
  newVersion: 'Als neue Version hochgeladen',
  skipped: 'Übersprungen',
  skippedOf: (count) => `${files(count)} übersprungen`,
  askingOf: (count) =>
    count === 1 ? '1 Datei erfordert eine Entscheidung' : `${files(count)} erfordern eine Entscheidung`,
  lost: 'Wählen Sie die Datei erneut aus, um fortzufahren',
  lostOf: (count) => `${files(count)} erneut auszuwählen`,
  chooseAgain: (count) =>
    count === 1
      ? 'Die Seite wurde neu geladen, und der Browser hat 1 große Datei nicht behalten. Wählen Sie sie erneut aus, um fortzufahren.'
      : `Die Seite wurde neu geladen, und der Browser hat ${files(count)} nicht behalten. Wählen Sie sie erneut aus, um fortzufahren.`,
  chooseLost: 'Erneut auswählen',
  otherFile: (name) =>
    `${name} wurde geändert oder ist eine andere Datei. Wählen Sie dieselbe Datei aus, um fortzufahren, oder laden Sie diese als neue Datei hoch.`,
  offline: 'Offline. Wird fortgesetzt, sobald die Verbindung wieder da ist.',
  emptyFile: 'Die Datei ist leer.',
  removeOf: (name) => `${name} aus der Liste entfernen`,
  total: 'Alle Uploads',
  progressOf: (name) => `Fortschritt von ${name}`,
  pauseOf: (name) => `${name} anhalten`,
  resumeOf: (name) => `${name} fortsetzen`,
  retryOf: (name) => `${name} erneut versuchen`,
  cancelOf: (name) => `${name} abbrechen`,
  showOf: (name) => `${name} anzeigen`,
  pauseAll: 'Alle anhalten',
  resumeAll: 'Alle fortsetzen',
  cancelAll: 'Alle abbrechen',
  cancelTitle: (count) => `Upload von ${counted(count, 'Datei', 'Dateien')} abbrechen?`,
  cancelText:
    'Hochgeladene Dateien bleiben erhalten. Um die übrigen später hochzuladen, wählen Sie sie erneut aus.',
  clear: 'Schließen',
  collapse: 'Weniger anzeigen',
  expand: 'Mehr anzeigen',
  more: (count) => `und ${counted(count, 'weitere Datei', 'weitere Dateien')}`,
  nothingFound: 'Sie haben keine Dateien abgelegt. Ziehen Sie Dateien oder einen Ordner mit Dateien hierher.',
}
