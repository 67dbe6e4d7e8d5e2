import { readdirSync, readFileSync } from 'node:fs'

/** Unit of CPU time in Linux: hundredths of a second (`getconf CLK_TCK`). */
const ticksPerSecond = 100

/** Returns the CPU time used so far by a process and its descendants, including those that have exited. */
export function cpuSeconds(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = new Map(all.flatMap((id) => statOf(Number(id))))
  const isBelow = (id: number): boolean => id === pid || (stats.has(id) && isBelow(stats.get(id)!.parent))
  const ours = [...stats].filter(([id]) => isBelow(id))
  return ours.reduce((sum, [, { ticks }]) => sum + ticks, 0) / ticksPerSecond
}

type Stat = { parent: number; ticks: number }

/**
 * Parses fields 4 and 14 to 17 of proc_pid_stat(5). The second field is a name in parentheses, which can
 * contain any character.
 */
function statOf(pid: number): [number, Stat][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [[pid, { parent: Number(fields[1]), ticks }]]
  } catch {
    return [] // The process has exited since it was listed.
  }
}
