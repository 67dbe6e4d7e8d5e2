import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** Of one test file, in one line: whether it passed, milliseconds, its path. */
export type FileResult = { passed: boolean; ms: number; file: string }

export const resultOf = (line: string): FileResult => {
  const [passed, ms, file] = line.split('\t')
  return { passed: passed === 'true', ms: Number(ms), file: file! }
}

const lineOf = ({ passed, ms, file }: FileResult) => `${passed}\t${Math.round(ms)}\t${file}\n`

/** A reporter of node:test: what became of each file. */
export default async function* fileResults(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file)
      yield lineOf({ passed: data.success, ms: data.duration_ms, file: data.file })
    // One that ended before its tests has no summary, and fails under its own name.
    if (type === 'test:fail' && data.file && data.file === resolve(data.name))
      yield lineOf({ passed: false, ms: data.details.duration_ms, file: data.file })
  }
}
