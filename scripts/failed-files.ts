import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** A reporter of node:test: the test files that did not pass, one a line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file && !data.success) yield `${data.file}\n`
    // One that ended before its tests has no summary, and fails under its own name.
    if (type === 'test:fail' && data.file === resolve(data.name)) yield `${data.file}\n`
  }
}
