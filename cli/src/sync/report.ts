import { exitFailed } from '../errors.ts'
import type { Failed } from '../files/outcome.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { count, size } from '../text/amounts.ts'
import { lookOf, table } from '../text/table.ts'
import { grouped } from './group-by.ts'
import type { Plan } from './plan.ts'
import type { Done } from './run.ts'
import type { Step } from './step.ts'

export type Report = Pick<Plan, 'unchanged' | 'unavailable'> & { done: Done[]; failed: Failed[] }

/** Prints the plan of a sync, as a table or as JSON. */
export async function showPlan(
  terminal: Terminal,
  { steps, unchanged, unavailable }: Plan,
  failed: Failed[],
  asJson = false,
) {
  const planned = steps.map(plannedOf)
  const rows = planned.map(({ action, path, from, size: bytes }) => [
    wordsFor[action].will,
    from === undefined ? path : `${from} → ${path}`,
    bytes === undefined ? null : size(bytes),
  ])
  const lines =
    rows.length === 0 ? '' : table(['WHAT', 'FILE', 'SIZE'], rows, lookOf(terminal.stdout, terminal.env))
  const text = `${lines}${sentence('Nothing is done yet', steps, { unchanged, unavailable, failed })}`
  await print(terminal, asJson ? jsonLine({ planned, unchanged, unavailable, failed }) : text)
  if (failed.length > 0) process.exitCode = exitFailed
}

export async function showDone(terminal: Terminal, { done, ...rest }: Report, asJson = false) {
  await print(terminal, asJson ? jsonLine({ done, ...rest }) : sentence('Synced', done, rest))
  const { failed } = rest
  if (failed.length > 0) process.exitCode = exitFailed
}

/** A step as shown to the user, with the number of bytes to transfer. */
export function plannedOf(step: Step): Done {
  const { action, path } = step
  const bytes =
    action === 'upload' || action === 'new_version'
      ? step.local.size
      : action === 'download' || action === 'replace'
        ? step.remote.asset.size
        : undefined
  const remote = 'remote' in step ? step.remote : 'moved' in step ? step.moved.remote : undefined
  return {
    action,
    path,
    ...('from' in step && { from: step.from }),
    ...(remote && { asset_id: remote.asset.id }),
    ...(bytes !== undefined && { size: bytes }),
  }
}

function sentence(
  beginning: string,
  steps: readonly { action: Step['action'] }[],
  { unchanged, unavailable, failed }: Omit<Report, 'done'>,
) {
  const counts = grouped(steps, ({ action }) => wordsFor[action].done)
  const parts = [
    ...[...counts].map(([done, all]) => count(all.length, wordsFor[all[0]!.action].one ?? done, done)),
    count(unchanged, 'unchanged', 'unchanged'),
    unavailable.length > 0 && count(unavailable.length, 'unavailable', 'unavailable'),
    failed.length > 0 && count(failed.length, 'failed', 'failed'),
  ]
  return `${beginning}: ${parts.filter(Boolean).join(', ')}.\n`
}

type Words = {
  will: string
  done: string
  /** The singular, if it differs. */
  one?: string
}

const wordsFor: Record<Step['action'], Words> = {
  make_directory: { will: 'create directory', done: 'directories created', one: 'directory created' },
  make_folder: { will: 'create folder', done: 'folders created', one: 'folder created' },
  set_aside: { will: 'keep as conflict', done: 'conflicts', one: 'conflict' },
  move_file: { will: 'move file', done: 'moved' },
  move_asset: { will: 'move asset', done: 'moved' },
  upload: { will: 'upload', done: 'uploaded' },
  new_version: { will: 'upload new version', done: 'new versions', one: 'new version' },
  download: { will: 'download', done: 'downloaded' },
  replace: { will: 'replace file', done: 'replaced' },
  trash: { will: 'trash asset', done: 'trashed' },
  remove: { will: 'delete file', done: 'removed' },
  remove_directory: { will: 'delete directory', done: 'directories deleted', one: 'directory deleted' },
  trash_folder: { will: 'trash folder', done: 'folders trashed', one: 'folder trashed' },
}
