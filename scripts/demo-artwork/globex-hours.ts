import { darken, mix } from './color.ts'
import { createRandom } from './random.ts'
import { circle, glow, linear, rect } from './svg.ts'
import { hillLine, under } from './terrain.ts'

export type Hour = 'morning' | 'noon' | 'evening' | 'night'

/** The light of each hour. */
export const hours = {
  morning: { sky: ['#9CC7FF', '#CFE3FF', '#FFF1D6'], sun: '#FFE29A', land: '#3CB99A', far: '#A9D5E5' },
  noon: { sky: ['#2F7BFF', '#7FB8FF', '#D8ECFF'], sun: '#FFF3C4', land: '#35C08C', far: '#8CC6E8' },
  evening: { sky: ['#1B2A78', '#7A4FB5', '#FF9A76'], sun: '#FFD66B', land: '#27346E', far: '#6A55A8' },
  night: { sky: ['#070F2B', '#10225A', '#23489A'], sun: '#DCE8FF', land: '#0C1A44', far: '#1A2F6E' },
} as const

/** Draws sky, sun and hills. The land begins at the horizon. */
export function backdrop(width: number, height: number, horizon: number, hour: Hour, sunX: number): string {
  const look = hours[hour]
  const random = createRandom(`globex ${hour}`)
  const r = Math.min(width, height) * 0.085
  const [sunY, wide] = [horizon * (hour === 'evening' ? 0.8 : 0.42), width * 1.3]
  const hills = [0, 0.5, 1].map((share, i) =>
    under(
      hillLine(random, horizon - height * (0.07 - i * 0.04), height * 0.04, wide),
      width,
      height,
      mix(look.far, look.land, share),
    ),
  )
  return [
    linear(look.sky, 0, (fill) => rect(0, 0, width, height, fill)),
    glow(width * sunX, sunY, r * 5, look.sun, 0.55) + circle(width * sunX, sunY, r, look.sun),
    hills.join(''),
    linear([look.land, darken(look.land, 0.25)], 0, (fill) =>
      rect(0, horizon + height * 0.03, width, height, fill),
    ),
  ].join('')
}
