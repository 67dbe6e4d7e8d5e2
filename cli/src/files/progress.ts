import type { Terminal } from '../terminal.ts'
import { size } from '../text/amounts.ts'
import { plain } from '../text/plain.ts'
import { cut, padded } from '../text/width.ts'

/** A progress bar in a terminal. Otherwise only notes are printed. */
export type Progress = {
  /** Reports the number of bytes of this file that are transferred. */
  moved(path: string, bytes: number): void
  finished(): void
  note(line: string): void
  end(): void
}

const drawnMsMin = 100
const barColumns = 24
const columnsDefault = 80

/**
 * @param total number of files and bytes to transfer. @param what text before the bar if no files are
 * transferred.
 */
export function progressOn(
  { stderr }: Pick<Terminal, 'stderr'>,
  total: { files: number; bytes: number },
  what = '',
): Progress {
  const bytes = new Map<string, number>()
  let files = 0
  let drawnAt = 0
  let current = ''

  function draw(isForced = false) {
    if (!stderr.isTTY || (!isForced && performance.now() - drawnAt < drawnMsMin)) return
    drawnAt = performance.now()
    const moved = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    const isOfFiles = total.bytes === 0
    const share = isOfFiles ? files / Math.max(total.files, 1) : moved / total.bytes
    const full = Math.round(barColumns * Math.min(share, 1))
    const bar = '█'.repeat(full).padEnd(barColumns, '░')
    const sizes = isOfFiles ? '' : `  ${size(moved)} of ${size(total.bytes)}`
    const line = `${what && `${what} `}${bar} ${files}/${total.files}${sizes}  ${plain(current)}`
    write(line)
  }

  /**
   * Overwrites the line with spaces. Some terminals do not support escape sequences, and `NO_COLOR` forbids
   * them.
   */
  function write(line: string) {
    // Leaves the last column empty, because writing to it can wrap the line.
    const columns = (stderr.columns || columnsDefault) - 1
    stderr.write(`\r${padded(cut(line, columns), columns)}`)
  }

  function clear() {
    if (!stderr.isTTY) return
    write('')
    stderr.write('\r')
  }

  return {
    moved(path, now) {
      bytes.set(path, now)
      current = path
      draw()
    },
    finished() {
      files += 1
      draw(true)
    },
    note(line) {
      clear()
      stderr.write(`${plain(line)}\n`)
      draw(true)
    },
    end: clear,
  }
}
