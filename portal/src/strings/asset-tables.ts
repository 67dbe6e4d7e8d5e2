import { translated } from '../language/translated.ts'

const assetsOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'asset' : 'assets'}`
const cellsOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'cell' : 'cells'}`

export const assetTableText = translated('assetTableText', {
  menu: 'Spreadsheet',
  export: 'Export CSV',
  import: 'Import CSV',

  exportTranslations: 'Export CSV with translations…',
  exportTranslationsTitle: 'Export with translations',
  aboutTranslations:
    'Each language has columns for name, description and alt text. Empty cells have no translation yet.',
  languages: 'Languages',
  chooseLanguages: 'Choose a language',

  importTitle: 'Import CSV',
  about:
    'Export the shown assets, edit the cells in a spreadsheet program, and choose the file here. Nothing changes until you confirm.',
  rules: 'An empty cell removes a value. Values of missing columns do not change.',
  file: 'CSV or XLSX file',
  choose: 'Choose a file',
  check: 'Show changes',

  changes: 'Changes',
  row: 'Row',
  asset: 'Asset',
  column: 'Column',
  before: 'Before',
  after: 'After',
  empty: 'empty',
  faults: 'Cells with errors',
  fault: 'Error',
  nothing: 'The file contains no changes.',
  found: (changes: number, faults: number) =>
    [`${assetsOf(changes)} would change.`, ...(faults > 0 ? [`${cellsOf(faults)} with errors.`] : [])].join(
      ' ',
    ),
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  skipFaults: 'Skip the rows with errors',
  apply: (count: number) => `Change ${assetsOf(count)}`,
  applied: (count: number) => `${assetsOf(count)} changed`,
  back: 'Choose another file',
})
