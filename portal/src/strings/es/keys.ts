import type { Catalog } from '../../language/catalog.ts'

export const keysText: Catalog['keysText'] = {
  title: 'Atajos de teclado',
  groups: [
    {
      title: 'En todas partes',
      keys: [
        { keys: ['mod+K'], does: 'Buscar en todo o ejecutar un comando' },
        { keys: ['?'], does: 'Mostrar esta lista' },
        { keys: ['Esc'], does: 'Cerrar un cuadro de diálogo o un panel' },
      ],
    },
    {
      title: 'Búsqueda',
      keys: [
        { keys: ['↑', '↓'], does: 'Ir al resultado siguiente' },
        { keys: ['Enter'], does: 'Abrir el resultado' },
      ],
    },
    {
      title: 'Recursos',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Ir al recurso siguiente' },
        { keys: ['Page Up', 'Page Down', 'Home', 'End'], does: 'Ir más lejos' },
        { keys: ['Enter'], does: 'Abrir el recurso' },
        { keys: ['Space'], does: 'Seleccionar el recurso' },
        { keys: ['Shift+↑', 'Shift+↓'], does: 'Ampliar la selección' },
        { keys: ['mod+A'], does: 'Seleccionar todos los recursos cargados' },
        { keys: ['Esc'], does: 'Anular la selección' },
        { keys: ['delete'], does: 'Mover la selección a la papelera' },
        { keys: ['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], does: 'Mover dentro de la colección abierta' },
        { keys: ['mod+V'], does: 'Subir imágenes del portapapeles' },
      ],
    },
    {
      title: 'Recursos, carpetas, colecciones y plantillas',
      keys: [{ keys: ['Shift+F10', 'Menu'], does: 'Abrir el menú de acciones' }],
    },
    {
      title: 'Carpetas',
      keys: [
        { keys: ['↑', '↓', 'Home', 'End'], does: 'Ir a otra carpeta' },
        { keys: ['→', '←'], does: 'Mostrar u ocultar subcarpetas' },
        { keys: ['Enter', 'Space'], does: 'Abrir la carpeta' },
      ],
    },
    {
      title: 'Un recurso a ventana completa',
      keys: [
        { keys: ['←', '→'], does: 'Mostrar el recurso siguiente' },
        { keys: ['Page Up', 'Page Down'], does: 'Mostrar la página siguiente de un documento' },
      ],
    },
    {
      title: 'Recortes, puntos focales, cuadros de texto y divisores',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Moverlo' },
        { keys: ['Shift+arrow'], does: 'Mover más un cuadro de texto' },
        { keys: ['Alt+arrow'], does: 'Cambiar el tamaño de un cuadro de texto' },
      ],
    },
    {
      title: 'Textos',
      keys: [
        { keys: ['mod+Enter'], does: 'Guardar' },
        { keys: ['Esc'], does: 'Descartar los cambios' },
      ],
    },
  ],
}
