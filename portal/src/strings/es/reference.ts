import type { Catalog } from '../../language/catalog.ts'

export const referenceText: Catalog['referenceText'] = {
  title: 'Referencia de la API',
  description: (company) =>
    `Documentación y consola de cada endpoint, en inglés. Las solicitudes se ejecutan en su nombre y cambian datos reales de ${company}.`,
  forPrograms: 'Para herramientas, use el',
  document: 'documento OpenAPI.',
  open: 'Probar con un token',
  asYou: 'Su sesión en esta empresa',
  failed: 'No se pudo cargar la referencia de la API. Vuelva a cargar la página.',
}
