import { outlineOf } from './font-face.ts'
import type { Paragraph } from './paragraph.ts'

/**
 * Scripts whose signs stand above and below the letters, so that their lines need more room than Latin lines.
 */
const isTall =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u

/**
 * The maximum factor, which is more than any letter with its marks needs. Text with stacks of combining marks
 * gets no more.
 */
const pitchMax = 1.6

/**
 * The smallest line distance at which the signs of adjacent lines do not touch, as a factor of the font size.
 * 0 for scripts such as Latin, which fit any distance that a designer chooses.
 */
export function smallestPitch(paragraphs: readonly Paragraph[], size: number): number {
  if (!paragraphs.some(({ text }) => isTall.test(text))) return 0
  let [top, bottom] = [0, 0]
  for (const { items, runs, spans } of paragraphs) {
    for (const [index, { instance, span }] of items.entries()) {
      const scale = spans[span]!.style.size / instance.unitsPerEm / size
      for (const { id, dy } of runs[index]!) {
        for (const { values } of outlineOf(instance, id)) {
          for (let at = 1; at < values.length; at += 2) {
            top = Math.max(top, (values[at]! + dy) * scale)
            bottom = Math.min(bottom, (values[at]! + dy) * scale)
          }
        }
      }
    }
  }
  return Math.min(pitchMax, top - bottom)
}

/**
 * Whether text has such a script. If the designer's text has such a script, its line distance already suits
 * the script.
 */
export const isTallText = (text: string) => isTall.test(text)
