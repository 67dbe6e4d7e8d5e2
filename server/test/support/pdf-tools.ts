import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })

/** Reads a PDF with other programs: poppler, Ghostscript and qpdf. */
export function pdfFile(directory: string, bytes: Buffer) {
  const path = join(directory, `${Math.random().toString(36).slice(2)}.pdf`)
  writeFileSync(path, bytes)
  return {
    /** Throws if the structure is damaged. */
    check: () => run('qpdf', '--check', path),
    /** All objects and streams, decoded, except those that contain no text. */
    source: () =>
      execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], {
        encoding: 'latin1',
        maxBuffer: 1e9,
      }).replace(/\nstream\n(.*?)\nendstream/gs, (all, data: string) =>
        /[\x80-\xff]/.test(data) || data.includes('\0') ? '\nstream\n…\nendstream' : all,
      ),
    /** The output of `pdfinfo`, by name. */
    info() {
      const lines = run('pdfinfo', '-box', path).split('\n')
      return new Map(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      )
    },
    text: (page?: number) =>
      run('pdftotext', ...(page === undefined ? [] : ['-f', String(page), '-l', String(page)]), path, '-'),
    /** Width and height of the trimmed pages, in points. */
    sizes: () =>
      [
        ...run('pdfinfo', '-box', '-l', '999', path).matchAll(
          /^Page .*TrimBox: *(\S+) +(\S+) +(\S+) +(\S+)$/gm,
        ),
      ].map(([, left, bottom, right, top]) => [Number(right) - Number(left), Number(top) - Number(bottom)]),
    fonts: () => run('pdffonts', path).split('\n').slice(2, -1),
    images: () => run('pdfimages', '-list', path).split('\n').slice(2, -1),
    /** Pixels of a page on white, 3 bytes each. */
    async pixels(width: number, height: number, page = 1) {
      const out = join(directory, `${Math.random().toString(36).slice(2)}`)
      run(
        'pdftocairo',
        '-png',
        '-singlefile',
        '-f',
        String(page),
        '-scale-to-x',
        String(width),
        '-scale-to-y',
        String(height),
        path,
        out,
      )
      return sharp(`${out}.png`).removeAlpha().raw().toBuffer()
    },
    /** The percentage of each ink at a point, from 0 to 1 across and down the page. */
    async inksAt(x: number, y: number) {
      const out = join(directory, Math.random().toString(36).slice(2))
      run(
        'gs',
        '-q',
        '-dNOPAUSE',
        '-dBATCH',
        '-dSAFER',
        '-sDEVICE=tiffsep',
        '-r36',
        `-sOutputFile=${out}.tif`,
        path,
      )
      const inks = new Map<string, number>()
      const plate = new RegExp(`^${out.split('/').at(-1)}\\((.+)\\)\\.tif$`)
      for (const name of readdirSync(directory)) {
        const [, ink] = plate.exec(name) ?? []
        if (ink === undefined) continue
        const { data, info } = await sharp(join(directory, name)).raw().toBuffer({ resolveWithObject: true })
        const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
        inks.set(ink, Math.round((1 - data[at]! / 255) * 100))
      }
      return inks
    },
  }
}
