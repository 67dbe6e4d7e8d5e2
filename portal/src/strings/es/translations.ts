import type { Catalog } from '../../language/catalog.ts'

export const translationsText: Catalog['translationsText'] = {
  title: 'Traducciones',
  language: 'Idioma',
  choose: 'Elegir un idioma',
  noLanguage: 'No se ha encontrado ningún idioma',
  translated: 'Traducidos',
  others: 'Otros idiomas',
  hint: 'Elija un idioma para añadir textos en ese idioma.',
  labelOf: (label) => `Etiqueta de «${label}»`,
  remove: (language) => `Eliminar ${language}`,
}
