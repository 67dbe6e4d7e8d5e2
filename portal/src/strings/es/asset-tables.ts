import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

const assetsOf = (count: number) => counted(count, 'recurso', 'recursos')
const cellsOf = (count: number) => counted(count, 'celda', 'celdas')

export const assetTableText: Catalog['assetTableText'] = {
  menu: 'Hoja de cálculo',
  export: 'Exportar CSV',
  import: 'Importar CSV',

  exportTranslations: 'Exportar CSV con traducciones…',
  exportTranslationsTitle: 'Exportar con traducciones',
  aboutTranslations:
    'Cada idioma tiene columnas para el nombre, la descripción y el texto alternativo. Las celdas vacías aún no tienen traducción.',
  languages: 'Idiomas',
  chooseLanguages: 'Elija un idioma',

  importTitle: 'Importar CSV',
  about:
    'Exporte los recursos mostrados, edite las celdas en una hoja de cálculo y elija el archivo aquí. Nada cambia antes de que confirme.',
  rules: 'Una celda vacía quita un valor. Los valores de las columnas que faltan no cambian.',
  file: 'Archivo CSV o XLSX',
  choose: 'Elegir un archivo',
  check: 'Mostrar los cambios',

  changes: 'Cambios',
  row: 'Fila',
  asset: 'Recurso',
  column: 'Columna',
  before: 'Antes',
  after: 'Después',
  empty: 'vacía',
  faults: 'Celdas con errores',
  fault: 'Error',
  nothing: 'El archivo no contiene cambios.',
  found: (changes, faults) =>
    [`Cambiarían: ${assetsOf(changes)}.`, ...(faults > 0 ? [`Con errores: ${cellsOf(faults)}.`] : [])].join(
      ' ',
    ),
  more: (count) => `y ${number(count)} más`,
  skipFaults: 'Omitir las filas con errores',
  apply: (count) => `Cambiar ${assetsOf(count)}`,
  applied: (count) => `Se han cambiado ${assetsOf(count)}`,
  back: 'Elegir otro archivo',
}
