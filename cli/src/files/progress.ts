import type { Terminal } from '../terminal.ts'
import { plain } from '../text/plain.ts'
import { cut, padded } from '../text/width.ts'
import { size } from '../text/words.ts'

/** A bar for people in a terminal; elsewhere only what is noted is said. */
export type Progress = {
  /** So many bytes of this file are there. */
  moved(path: string, bytes: number): void
  finished(): void
  /** A line that stays. */
  note(line: string): void
  end(): void
}

const drawnMsMin = 100
const barColumns = 24
const columnsDefault = 80

/** @param total what is to be moved: files and bytes. @param what is done, where files are not moved. */
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
    const full = Math.round(barColumns * Math.min(total.bytes ? moved / total.bytes : 1, 1))
    const bar = '█'.repeat(full).padEnd(barColumns, '░')
    const line = `${what && `${what} `}${bar} ${files}/${total.files}  ${size(moved)} of ${size(total.bytes)}  ${plain(current)}`
    write(line)
  }

  /** In place of what stands there. Blanks, since an escape sequence is not for every terminal, nor for `NO_COLOR`. */
  function write(line: string) {
    // In its last column a terminal may go on to the next line.
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
