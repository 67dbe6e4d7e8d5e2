// How long each test file took, for `npm test -- --times`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

export type FileResult = { file: string; passed: boolean; ms: number }

/**
 * Creates the directory in which each test process writes its CPU time (process.ts). It is deleted when this
 * process exits.
 */
export function newTimesFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-test-times-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A line per file, highest CPU time first. A file that was killed has no CPU time. */
export function timesTable(results: FileResult[], folder: string): string {
  const cpu = new Map<string, number>()
  for (const name of readdirSync(folder)) {
    const { file, seconds } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    cpu.set(file, (cpu.get(file) ?? 0) + seconds)
  }
  const rows = results
    .map(({ file, ms }) => ({ file, wall: ms / 1_000, cpu: cpu.get(file) }))
    .sort((one, other) => (other.cpu ?? 0) - (one.cpu ?? 0))
  const sum = (values: (number | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const total = { cpu: sum(rows.map((row) => row.cpu)), wall: sum(rows.map((row) => row.wall)) }
  const line = (cpu: number | undefined, wall: number, what: string) =>
    `${(cpu?.toFixed(1) ?? '-').padStart(8)} ${wall.toFixed(1).padStart(8)}  ${what}`
  return [
    '   CPU s   wall s  file',
    ...rows.map(({ cpu, wall, file }) => line(cpu, wall, relative('', file))),
    line(total.cpu, total.wall, `all ${rows.length} files, which run side by side`),
  ].join('\n')
}
