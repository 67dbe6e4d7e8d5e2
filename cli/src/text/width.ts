/** The segmenter is created on first use, because that takes 10 % of a command's start time. */
let segmenter: Intl.Segmenter | undefined

/** Characters that take two columns: East Asian wide and full width (UAX #11), and emoji. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u

function letters(text: string) {
  segmenter ??= new Intl.Segmenter()
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

const columnsOf = (letter: string) => (wide.test(letter) ? 2 : 1)

/** The width of a string in terminal columns. */
export const widthOf = (text: string) => letters(text).reduce((sum, letter) => sum + columnsOf(letter), 0)

export const padded = (text: string, width: number) => text + ' '.repeat(Math.max(width - widthOf(text), 0))

/** Truncates to a number of columns, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let columns = 1
  for (const letter of letters(text)) {
    columns += columnsOf(letter)
    if (columns > width) break
    kept += letter
  }
  return `${kept}…`
}
