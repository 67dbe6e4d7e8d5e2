import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

export const uploadText: Catalog['uploadText'] = {
  upload: 'Subir',
  chooseFiles: 'Archivos',
  chooseFolder: 'Carpeta',
  dropHere: 'Suelte para subir',
  dropInto: (folder) => `Suelte para subir a ${folder}`,
  dropHint: 'Archivos y carpetas enteras.',
  title: 'Subidas',
  uploading: (done, all) => `Subiendo ${number(done)} de ${number(all)}`,
  finished: (count) => counted(count, 'archivo subido', 'archivos subidos'),
  failedOf: (count) => counted(count, 'archivo fallido', 'archivos fallidos'),
  paused: 'En pausa',
  waiting: 'En espera',
  uploaded: 'Subido',
  duplicate: 'Subido. La biblioteca ya tiene este archivo.',
  showDuplicate: 'Mostrar recurso existente',
  dropCopy: 'Mover la copia a la papelera',
  sameName: 'La carpeta ya tiene un archivo con este nombre.',
  sameNames: (count) =>
    `Sus carpetas ya tienen ${counted(count, 'archivo', 'archivos')} con estos nombres. Para todos:`,
  forAll: 'Todos los archivos cuyo nombre existe',
  choices: { skip: 'Omitir', add: 'Agregar de todos modos', version: 'Versión nueva' },
  newVersion: 'Subido como versión nueva',
  skipped: 'Omitido',
  skippedOf: (count) => counted(count, 'archivo omitido', 'archivos omitidos'),
  askingOf: (count) =>
    counted(count, 'archivo requiere una decisión', 'archivos requieren una decisión'),
  lost: 'Elija de nuevo el archivo para continuar',
  lostOf: (count) => `${counted(count, 'archivo', 'archivos')} por elegir de nuevo`,
  chooseAgain: (count) =>
    count === 1
      ? 'La página se volvió a cargar y el navegador no conservó 1 archivo grande. Elíjalo de nuevo para continuar.'
      : `La página se volvió a cargar y el navegador no conservó ${counted(count, 'archivo', 'archivos')}. Elíjalos de nuevo para continuar.`,
  chooseLost: 'Elegir de nuevo',
  otherFile: (name) =>
    `${name} cambió o es otro archivo. Elija el mismo archivo para continuar o suba este como archivo nuevo.`,
  offline: 'Sin conexión. Se reanuda cuando vuelva la conexión.',
  emptyFile: 'El archivo está vacío.',
  removeOf: (name) => `Quitar ${name} de la lista`,
  total: 'Todas las subidas',
  progressOf: (name) => `Progreso de ${name}`,
  pauseOf: (name) => `Pausar ${name}`,
  resumeOf: (name) => `Reanudar ${name}`,
  retryOf: (name) => `Reintentar ${name}`,
  cancelOf: (name) => `Cancelar ${name}`,
  showOf: (name) => `Mostrar ${name}`,
  pauseAll: 'Pausar todo',
  resumeAll: 'Reanudar todo',
  cancelAll: 'Cancelar todo',
  cancelTitle: (count) => `¿Cancelar la subida de ${counted(count, 'archivo', 'archivos')}?`,
  cancelText:
    'Los archivos subidos se conservan. Para subir los restantes más tarde, elíjalos de nuevo.',
  clear: 'Cerrar',
  collapse: 'Mostrar menos',
  expand: 'Mostrar más',
  more: (count) => `y ${counted(count, 'archivo más', 'archivos más')}`,
  nothingFound: 'No soltó ningún archivo. Suelte archivos o una carpeta que contenga archivos.',
}
