import { createRandom } from './random.ts'
import { d, line } from './svg.ts'

export type ContourOptions = { seed: string; color: string; levels: number; stroke: number; cells?: number }

/** Contour lines of an invented terrain, as on a hiking map. Every fifth line is heavier. */
export function contours(width: number, height: number, o: ContourOptions): string {
  const heightAt = terrain(o.seed, width, height)
  const step = width / (o.cells ?? 48)
  let body = ''
  for (let i = 1; i < o.levels; i++) {
    const heavy = i % 5 === 0
    const data = level(width, height, step, heightAt, (i / o.levels) * 2.3 - 0.3)
    if (data) body += line(data, o.color, o.stroke * (heavy ? 1.9 : 1))
  }
  return body
}

/** A few overlapping round hills and hollows. */
function terrain(seed: string, width: number, height: number): (x: number, y: number) => number {
  const random = createRandom(seed)
  const hills = Array.from({ length: 16 }, (_, i) => ({
    x: random.between(0, width),
    y: random.between(0, height),
    spread: random.between(0.09, 0.22) * Math.max(width, height),
    rise: random.between(0.5, 1) * (i % 4 === 3 ? -0.7 : 1),
  }))
  return (x, y) =>
    hills.reduce((sum, hill) => {
      const distance = ((x - hill.x) ** 2 + (y - hill.y) ** 2) / hill.spread ** 2
      return sum + hill.rise * Math.exp(-distance)
    }, 0)
}

/**
 * This is the marching squares algorithm. In every cell, it joins the two points where the edges of the cell
 * cross the level.
 */
function level(
  width: number,
  height: number,
  step: number,
  heightAt: (x: number, y: number) => number,
  value: number,
) {
  let data = ''
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const corners = [
        [x, y],
        [x + step, y],
        [x + step, y + step],
        [x, y + step],
      ] as const
      const heights = corners.map(([cx, cy]) => heightAt(cx, cy) - value)
      const crossings = corners.flatMap((corner, i) => {
        const next = (i + 1) % 4
        if (heights[i]! > 0 === heights[next]! > 0) return []
        const t = heights[i]! / (heights[i]! - heights[next]!)
        return [
          corner[0] + (corners[next]![0] - corner[0]) * t,
          corner[1] + (corners[next]![1] - corner[1]) * t,
        ]
      })
      if (crossings.length >= 4)
        data += d`M${crossings[0]!} ${crossings[1]!}L${crossings[2]!} ${crossings[3]!}`
    }
  }
  return data
}
