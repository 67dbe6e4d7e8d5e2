import { translated } from '../language/translated.ts'

export const referenceText = translated('referenceText', {
  title: 'API reference',
  description: (company: string) =>
    `Documentation and a console for every endpoint. Requests run as you and change real data in ${company}.`,
  forPrograms: 'For tools, use the',
  document: 'OpenAPI document.',
  open: 'Try it with a token',
  asYou: 'Your session in this company',
  failed: 'The API reference could not be loaded. Reload the page.',
})
