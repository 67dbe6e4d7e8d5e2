import type { SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'

type Attributes = Readonly<Record<string, string | number | undefined>>

export const element = (
  name: string,
  attributes: Attributes,
  ...children: (SvgElement | string)[]
): SvgElement => ({
  name,
  attributes: new Map(
    Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as const],
    ),
  ),
  children: children.map((child) => (typeof child === 'string' ? printable(child) : child)),
})

/**
 * The background is not white, because a list of assets is white, and the edge of the image would be
 * invisible.
 */
const background = '#f4f4f6'

export const documentOf = (width: number, height: number, ...children: SvgElement[]): Buffer =>
  Buffer.from(
    writeSvg(
      element(
        'svg',
        { width, height, viewBox: `0 0 ${width} ${height}` },
        element('rect', { width, height, fill: background }),
        ...children,
      ),
    ),
  )

const printable = (text: string) => text.toWellFormed().replace(/[^\P{Cc}]|[\ufffe\uffff]/gu, '')
