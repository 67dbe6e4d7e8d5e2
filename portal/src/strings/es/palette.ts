import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const paletteText: Catalog['paletteText'] = {
  label: 'Buscar o ir a…',
  results: 'Resultados',
  recent: 'Recientes',
  groups: {
    asset: 'Recursos',
    template: 'Plantillas',
    folder: 'Carpetas',
    collection: 'Colecciones',
    asset_tag: 'Etiquetas de recursos',
    template_tag: 'Etiquetas de plantillas',
    client: 'Clientes',
    member: 'Personas',
  },
  allAssets: (words) => `Mostrar todos los recursos de «${words}»`,
  allTemplates: (words) => `Mostrar todas las plantillas de «${words}»`,
  count: (count) => counted(count, 'resultado', 'resultados'),
  searching: 'Buscando…',
  nothingFound: 'Sin resultados. Pruebe con otra búsqueda.',
  failed: 'No se pudieron cargar algunos resultados. Cambie la búsqueda para intentarlo de nuevo.',
}
