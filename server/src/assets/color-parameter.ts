import { z } from 'zod'
import { anyOf } from '../http/schemas/query-parameters.ts'
import { cellsNear } from '../images/color-cells.ts'
import { colorNames } from '../images/colors.ts'

const names: ReadonlySet<string> = new Set(colorNames)
const hex = /^#?[0-9a-f]{6}$/i

const color = z
  .string('must be given only once.')
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => names.has(text) || hex.test(text),
    `must be ${colorNames.slice(0, -1).join(', ')}, ${colorNames.at(-1)}, or a color as #RRGGBB.`,
  )

/** A color parameter of a URL, in which `#` would start the fragment. Callers send `%23` or omit it. */
export const colorParameter = anyOf(color).describe(
  `Dominant color: ${colorNames.map((name) => `\`${name}\``).join(', ')}, or \`#RRGGBB\` for similar colors. Send the \`#\` as \`%23\`, or omit it.`,
)

export const askColor = (colors: readonly string[] | undefined) =>
  colors && {
    color: JSON.stringify({
      names: colors.filter((one) => names.has(one)),
      cells: [
        ...new Set(
          colors.filter((one) => !names.has(one)).flatMap((one) => cellsNear(`#${one.replace('#', '')}`)),
        ),
      ],
    }),
  }
