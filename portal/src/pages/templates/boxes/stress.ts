import type { TemplateVariable } from '../../../../../sdk/src/index.ts'

export const stresses = ['none', 'longest', 'de', 'ar', 'ja'] as const
export type Stress = (typeof stresses)[number]

/** Typical texts of designs, but longer than most. */
const samples: Record<Exclude<Stress, 'none' | 'longest'>, string> = {
  de: 'Geschwindigkeitsbegrenzung für Donaudampfschifffahrtsgesellschaften: Unabhängigkeitserklärungen und Bundesausbildungsförderungsgesetze zum Sonderpreis, nur für kurze Zeit in allen teilnehmenden Filialen',
  ar: 'صُنع لأوّل ضوء من صباح طويل وبارد في الجبال، حيث تبدأ الرحلة قبل أن تستيقظ المدينة وتنتهي حين تغيب الشمس خلف القمم البعيدة',
  ja: '山の長く寒い朝の最初の光のために作られました。街が目を覚ます前に旅は始まり、遠い峰の向こうに日が沈むころに終わります。期間限定で全店舗にて特別価格でご提供いたします。',
}

const longTimes = 2.5
const lengthLeast = 16
/** Number of additional characters, because short texts grow more than long texts. */
const someMore = 6
const number = 12_345_678.9

/** How much longer text is in other languages (W3C, Text size in translation). */
const growth = { de: 1.4, ar: 1.25, ja: 0.7 }

export const languageOf = (stress: Stress) => (stress in samples ? stress : null)

/** Test values that show whether a box has enough room. */
export function stressValue(variable: TemplateVariable, stress: Stress): string | number | undefined {
  const { type, default: preset, max_length: lengthMax, options } = variable
  if (type === 'number') return stress === 'none' ? (numberOf(preset) ?? undefined) : number
  const own = preset === null ? '' : String(preset)
  if (stress === 'none') return own === '' ? undefined : own
  if (options) return options.toSorted((one, other) => other.length - one.length)[0]
  if (stress === 'longest') return ofLength(own || samples.de, lengthMax ?? longLength(own))
  const length = ([...own].length + someMore) * growth[stress]
  return ofLength(samples[stress], Math.min(lengthMax ?? Number.POSITIVE_INFINITY, Math.round(length)))
}

const longLength = (text: string) => Math.round(Math.max(lengthLeast, [...text].length) * longTimes)

const numberOf = (preset: TemplateVariable['default']) => (typeof preset === 'number' ? preset : null)

/** Repeats or truncates the text to a length in whole characters. */
function ofLength(text: string, length: number): string {
  const once = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(`${text.trim()} `)]
  const repeated = Array.from({ length }, (_, at) => once[at % once.length]!.segment)
  return repeated.join('').trim()
}
