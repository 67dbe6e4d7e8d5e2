import { pageLanguage } from './language.ts'

const codes =
  'ar bg bn ca cs da de el en es et fa fi fr ga gu he hi hr hu hy id is it ja ka km kn ko lo lt lv mk ml mr ms my nb nl pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh-Hans zh-Hant'

const names = new Intl.DisplayNames(pageLanguage(), { type: 'language' })

/** Alphabetical, by English name. */
export const languages = codes
  .split(' ')
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, pageLanguage()))

/** In the language of the page. */
export const languageName = (tag: string): string => names.of(tag) ?? tag
