/** A ratio in docs/benchmarks.md and its goal. */
export type SavedRatio = {
  engine: 'postgres' | 'embedded'
  line: string
  ratio: number
  goal: number
  /** Whether the goal is a maximum. */
  isLimit: boolean
  isMet: boolean
}

/**
 * Parses the tables between the markers. Skips tables that have no goal per row, and values that are not
 * ratios.
 */
export function savedRatios(page: string): SavedRatio[] {
  const found: SavedRatio[] = []
  for (const [, engine, text] of page.matchAll(
    /<!-- bench: (postgres|embedded) \w+ -->(.*?)<!-- end: \1 \w+ -->/gs,
  )) {
    for (const row of rowsOf(text!)) {
      const ratio = Number(/\*\*([\d.]+)\*\*/.exec(row.Ratio ?? '')?.[1])
      const goal = /^(at most )?([\d.]+)/.exec(row.Goal ?? '')
      if (row.Line === undefined || Number.isNaN(ratio) || !goal) continue
      const isLimit = goal[1] !== undefined
      const wanted = Number(goal[2])
      found.push({
        engine: engine as SavedRatio['engine'],
        line: row.Line.replaceAll('`', ''),
        ratio,
        goal: wanted,
        isLimit,
        isMet: isLimit ? ratio <= wanted : ratio >= wanted,
      })
    }
  }
  return found
}

/** Returns the rows of all tables in a page, keyed by column name. */
function rowsOf(text: string): Partial<Record<string, string>>[] {
  const rows: Partial<Record<string, string>>[] = []
  let head: string[] | undefined
  for (const line of text.split('\n')) {
    if (!line.startsWith('| ')) {
      head = undefined
      continue
    }
    const cells = line.slice(2, -2).split(' | ')
    if (!head) head = cells
    else if (!cells.every((cell) => cell === '---'))
      rows.push(Object.fromEntries(head.map((name, n) => [name, cells[n]])))
  }
  return rows
}
