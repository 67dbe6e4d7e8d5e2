import { AtelierError } from '../../../sdk/src/index.ts'
import { exitFailed, isRefusal, lineFor } from '../errors.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { count, size } from '../text/amounts.ts'
import type { Progress } from './progress.ts'

type Done = { path: string; asset_id: string; size: number }
export type Failed = { path: string; asset_id?: string; error: string; request_id: string | null }

export type Outcome = { done: Done[]; skipped: Done[]; failed: Failed[] }

export const newOutcome = (): Outcome => ({ done: [], skipped: [], failed: [] })

/**
 * Continues with the other files after an error, unless it applies to all of them or the command was
 * interrupted.
 */
export async function attempting(
  {
    outcome,
    progress,
    signal,
  }: { outcome: Pick<Outcome, 'failed'>; progress: Progress; signal: AbortSignal },
  file: { path: string; asset_id?: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (isRefusal(error)) throw error
    const text = lineFor(error)
    outcome.failed.push({
      ...file,
      error: text,
      request_id: error instanceof AtelierError ? error.requestId : null,
    })
    progress.note(`${file.path}: ${text}`)
  } finally {
    progress.finished()
  }
}

/** @param verb a verb such as "Uploaded". Sets the exit code to 1 if a file failed. */
export async function summarize(terminal: Terminal, verb: string, outcome: Outcome, asJson = false) {
  const { done, skipped, failed } = outcome
  const bytes = done.reduce((sum, one) => sum + one.size, 0)
  const parts = [
    `${verb} ${count(done.length, 'file')} (${size(bytes)})`,
    skipped.length > 0 && `${skipped.length.toLocaleString('en-US')} already there`,
    failed.length > 0 && `${failed.length.toLocaleString('en-US')} failed`,
  ]
  const json = { [verb.toLowerCase()]: done, skipped, failed }
  await print(terminal, asJson ? jsonLine(json) : `${parts.filter(Boolean).join(', ')}.\n`)
  if (failed.length > 0) process.exitCode = exitFailed
}
