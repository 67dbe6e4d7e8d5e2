import type { Asset, Template } from '../../../sdk/src/index.ts'
import { pageLanguage } from './language.ts'

/**
 * The texts of an asset in the language of the page, for display. The details show the original texts, which people
 * edit there.
 */
export function localizedAsset<A extends Pick<Asset, 'name' | 'alt_text' | 'translations'>>(asset: A): A {
  const words = asset.translations[pageLanguage()]
  return words ? { ...asset, ...words } : asset
}

/** The texts of a template and the labels of its variables in the language of the page, for display. */
export function localizedTemplate<T extends Pick<Template, 'name' | 'variables' | 'translations'>>(
  template: T,
): T {
  const words = template.translations[pageLanguage()]
  if (!words) return template
  const { variables: labels = {}, ...texts } = words
  const variables = template.variables.map((variable) => ({ ...variable, ...labels[variable.key] }))
  return { ...template, ...texts, variables }
}
