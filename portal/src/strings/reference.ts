export const referenceText = {
  title: 'API reference',
  description: (company: string) =>
    `Every endpoint, to read and to try. What you try here is done for real, as yourself, in ${company}.`,
  forPrograms: 'For programs there is the',
  document: 'OpenAPI document.',
  open: 'Try it with a token',
  asYou: 'You, in this company',
  failed: 'The reference did not load. Try it again.',
} as const
