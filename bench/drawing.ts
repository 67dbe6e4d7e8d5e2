export const width = 900

type Drawing = {
  height: number
  /** Text alternative. */
  summary: string
  /** Styles in addition to the common styles, which are text, `.n` for numbers, and `.grid`. */
  style: string
  parts: readonly string[]
}

/**
 * Creates an SVG for light and dark pages. The colors are variables named page, text, faint, grid, met and
 * missed.
 */
export function drawing({ height, summary, style, parts }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="${escaped(summary)}">
<style>
${palette('#ffffff', '#1f2730', '#59616b', '#d5d9de', '#2563a8', '#b4451f')}
@media (prefers-color-scheme: dark) {
${palette('#0d1117', '#e2e6ea', '#9aa4ae', '#343b44', '#6cb0f5', '#f39267')}
}
text { fill: var(--text) }
.n { fill: var(--faint); font-size: 12px }
.grid { stroke: var(--grid) }
${style}
</style>
<rect width="${width}" height="${height}" style="fill: var(--page)"/>
${parts.join('\n')}
</svg>
`
}

const palette = (page: string, text: string, faint: string, grid: string, met: string, missed: string) =>
  `svg { --page: ${page}; --text: ${text}; --faint: ${faint}; --grid: ${grid}; --met: ${met}; --missed: ${missed} }`

/** Rounds to a tenth of a pixel. */
export const round = (value: number) => Math.round(value * 10) / 10

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
