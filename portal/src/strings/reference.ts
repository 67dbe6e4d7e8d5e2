export const referenceText = {
  title: 'API reference',
  description: 'Every endpoint with its parameters, answers and errors, to read and to try.',
  baseUrl: 'Base URL',
  copyBaseUrl: 'Copy the base URL',
  open: 'Open the reference',
  document: 'OpenAPI document',
} as const
