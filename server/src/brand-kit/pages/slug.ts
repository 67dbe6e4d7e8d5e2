import { text } from '../../http/schemas/body-fields.ts'

const slugLengthMin = 3
const slugLengthMax = 60

/** Slugs that visitors could mistake for pages of the installation itself. */
const reserved = new Set([
  'admin',
  'api',
  'atelier',
  'docs',
  'help',
  'login',
  'portal',
  'security',
  'sign-in',
  'status',
  'support',
])

export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const isSlug = (value: string): boolean =>
  value.length >= slugLengthMin &&
  value.length <= slugLengthMax &&
  slugPattern.test(value) &&
  !reserved.has(value)

export const slugInBody = text(slugLengthMax)
  .min(slugLengthMin, `must have at least ${slugLengthMin} characters.`)
  .regex(slugPattern, 'must consist of lower-case letters, digits, and single hyphens between them.')
  .refine((value) => !reserved.has(value), 'is reserved. Choose another one.')
  .describe(
    `Last part of the page URL: ${slugLengthMin} to ${slugLengthMax} lower-case letters, digits and hyphens. ` +
      'Unique in the installation.',
  )
