import { type Atelier, AtelierError } from '../../../sdk/src/index.ts'
import { exitFailed, isRefusal, lineFor } from '../errors.ts'
import { jsonLine, print, type Terminal, tell } from '../terminal.ts'
import { count } from '../text/amounts.ts'

export type Changed = { done: string[]; failed: Failed[] }
type Failed = { id: string; error: string; request_id: string | null }

/** Maximum number of assets per batch, as in the API. */
const assetsAtOnce = 500

/** Changes one item after the other. Continues after an error, unless it applies to all of them. */
export async function changeEach(
  { signal }: Terminal,
  ids: string[],
  work: (id: string) => Promise<unknown>,
): Promise<Changed> {
  const changed: Changed = { done: [], failed: [] }
  for (const id of new Set(ids)) {
    try {
      await work(id)
      changed.done.push(id)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (isRefusal(error)) throw error
      const requestId = error instanceof AtelierError ? error.requestId : null
      changed.failed.push({ id, error: lineFor(error), request_id: requestId })
    }
  }
  return changed
}

type BatchOutcome = Awaited<ReturnType<Atelier['assets']['batch']>>[number]
type Action = Omit<Parameters<Atelier['assets']['batch']>[0], 'ids'>

/** Changes assets in as few requests as possible. */
export async function changeAssets(
  { signal }: Terminal,
  atelier: Atelier,
  given: string[],
  action: Action,
): Promise<Changed> {
  const ids = [...new Set(given)]
  const changed: Changed = { done: [], failed: [] }
  for (let at = 0; at < ids.length; at += assetsAtOnce) {
    const outcomes = await atelier.assets.batch(
      { ...action, ids: ids.slice(at, at + assetsAtOnce) },
      { signal },
    )
    for (const { id, error } of outcomes) {
      if (error === undefined) changed.done.push(id)
      else changed.failed.push({ id, error: reasonOf(error), request_id: null })
    }
  }
  return changed
}

const reasonOf = ({ message, usages = [] }: NonNullable<BatchOutcome['error']>) =>
  usages.length === 0 ? message : `${message} It is in use by ${usages.map(({ id }) => id).join(', ')}.`

/** Prints what was changed. Sets the exit code to 1 if an item failed. */
export async function report(
  terminal: Terminal,
  verb: string,
  { done, failed }: Changed,
  { plural, json }: { plural: string; json?: boolean | undefined },
) {
  if (json) await print(terminal, jsonLine({ [verb.toLowerCase()]: done, failed }))
  else {
    for (const { id, error } of failed) tell(terminal, `${id}: ${error}`)
    const rest = failed.length > 0 ? `, ${failed.length.toLocaleString('en-US')} failed` : ''
    await print(terminal, `${verb} ${count(done.length, plural.replace(/s$/, ''))}${rest}.\n`)
  }
  if (failed.length > 0) process.exitCode = exitFailed
}
