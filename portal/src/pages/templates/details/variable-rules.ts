import { propertiesOf } from '@atelier/filling/definition'
import type { TemplateVariable } from '../../../../../sdk/src/index.ts'

/** Empty means no rule. */
export type Rules = {
  type: TemplateVariable['type']
  max_length: number | ''
  options: string[]
  pattern: string
  min_width: number | ''
  folder_id: string | null
  fit: 'cover' | 'contain'
  palette: string[]
  style: string
  currency: string
  unit: string
  fraction_digits: number | ''
  use_grouping: boolean
  locale: string
  symbology: NonNullable<TemplateVariable['symbology']>
  max_rows: number | ''
  columns: number | ''
  column_gap: number | ''
  row_gap: number | ''
}

export function rulesOf(variable: TemplateVariable): Rules {
  const { type, max_length, options, pattern, min_width, folder_id, fit, palette, format, locale } = variable
  return {
    type,
    max_length: max_length ?? '',
    options: options ?? [],
    pattern: pattern ?? '',
    min_width: min_width ?? '',
    folder_id: folder_id ?? null,
    fit: fit === 'contain' ? 'contain' : 'cover',
    palette: palette ?? [],
    style: format?.style ?? '',
    currency: format?.currency ?? '',
    unit: format?.unit ?? '',
    fraction_digits: format?.maximum_fraction_digits ?? '',
    use_grouping: format?.use_grouping ?? true,
    locale: locale ?? '',
    symbology: variable.symbology ?? 'code128',
    max_rows: variable.max_rows ?? '',
    columns: variable.columns ?? '',
    column_gap: variable.column_gap ?? '',
    row_gap: variable.row_gap ?? '',
  }
}

/**
 * The request body that sets these rules. It contains all rules that the type supports, with null for each
 * rule without a value.
 */
export function bodyOf(rules: Rules): Record<string, unknown> {
  const { type, options, palette, fit, style, currency, unit, fraction_digits, use_grouping } = rules
  const digits = fraction_digits === '' ? undefined : fraction_digits
  const format = {
    style: style || undefined,
    currency: style === 'currency' ? currency.trim().toUpperCase() : undefined,
    unit: style === 'unit' ? unit.trim() : undefined,
    minimum_fraction_digits: digits,
    maximum_fraction_digits: digits,
    use_grouping: use_grouping ? undefined : false,
  }
  const given: Record<string, unknown> = {
    ...rules,
    options: options.length > 0 ? options : null,
    palette: palette.length > 0 ? palette : null,
    fit: fit === 'contain' ? fit : null,
    format: Object.values(format).some((one) => one !== undefined) ? format : null,
  }
  // The box determines how text fits and has a separate editor.
  const names = propertiesOf[type].filter((name) => name in given && (name !== 'fit' || type === 'image'))
  return { type, ...Object.fromEntries(names.map((name) => [name, given[name] === '' ? null : given[name]])) }
}
