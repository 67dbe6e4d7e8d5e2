import { mkdir, realpath, stat } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { NotFoundError } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { attempting, type Failed } from '../files/outcome.ts'
import { withParallel } from '../files/parallel.ts'
import { aboutFilters, type FilterOptions, pathFilter, withFilters } from '../files/path-filter.ts'
import { progressOn } from '../files/progress.ts'
import { remoteFolders } from '../files/remote-folders.ts'
import { paceOf, withLimitRate } from '../files/transfer-rate.ts'
import { type Connection, connect } from '../signing-in/connect.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { type Terminal, tell } from '../terminal.ts'
import { carryOut } from './execute-plan.ts'
import { makeFolders } from './folders.ts'
import { leaveOut } from './leave-out.ts'
import { readLocal } from './local-side.ts'
import { lockFolder } from './lock.ts'
import { planSync } from './plan.ts'
import { nothingRemote, readRemote } from './remote-side.ts'
import { plannedOf, showDone, showPlan } from './report.ts'
import type { Done } from './run.ts'
import { openState, type PairName, readState } from './state.ts'
import type { Direction } from './step.ts'

export function addSync(program: Command, terminal: Terminal) {
  const command = program
    .command('sync')
    .description(
      'Sync a local folder with a library folder. To resume an interrupted sync, run the same command again.',
    )
    .argument('<folder>', 'local folder')
    .argument('<remote>', 'library folder: /Campaigns/2026, fld_…, or / for all')
    .addOption(new Option('--up', 'apply local changes to the library').conflicts(['down', 'both']))
    .addOption(new Option('--down', 'apply library changes to the local folder').conflicts(['up', 'both']))
    .addOption(new Option('--both', 'apply changes in both directions').conflicts(['up', 'down']))
    .option('--delete', 'also sync deletions')
    .option('--dry-run', 'print the plan and change nothing')
  withLimitRate(withFilters(withParallel(command)))
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((folder, remote, options) => sync(terminal, folder, remote, options))
}

const about = `
You must choose a direction. A changed file becomes a new version of its asset. A changed asset replaces its file.
If both changed, the local file is kept beside the new file as "name (conflict 2026-11-22).png".
Without --delete, nothing is deleted. With --delete, assets move to the trash, and a file is deleted only if it has not
changed since the last sync. Hidden files and links are skipped.
${aboutFilters}
Files that a filter excludes are neither transferred nor deleted on either side.

Examples:
  $ atelier sync photos /Campaigns/2026 --up
  $ atelier sync brand /Brand --down --delete
  $ atelier sync work /Work --both --dry-run`

type Options = FilterOptions & {
  up?: boolean
  down?: boolean
  both?: boolean
  delete?: boolean
  dryRun?: boolean
  parallel?: number
  limitRate?: number
  json?: boolean
}

async function sync(terminal: Terminal, folder: string, named: string, options: Options) {
  const direction = directionOf(options)
  const connection = await connect(terminal, paceOf(options.limitRate, terminal.signal))
  const root = await folderHere(folder, direction, options.dryRun)
  const release = options.dryRun ? async () => {} : await lockFolder(terminal.env, root)
  try {
    await syncFolder(terminal, connection, root, named, direction, options)
  } finally {
    await release()
  }
}

function directionOf({ up, down, both }: Options): Direction {
  if (up) return 'up'
  if (down) return 'down'
  if (both) return 'both'
  throw new UsageError('Specify a direction: --up, --down or --both. Add --dry-run to see the plan first.')
}

/**
 * Resolves links, so that each folder has one name. Only --down creates a missing folder, because an
 * unmounted disk would otherwise look like an empty folder.
 */
async function folderHere(folder: string, direction: Direction, isDry = false): Promise<string> {
  const there = await stat(folder).catch(unlessMissing)
  if (there && !there.isDirectory())
    throw new UsageError(`${folder} is a file. Specify the folder that contains it.`)
  if (!there && (direction !== 'down' || isDry))
    throw new UsageError(`There is no folder ${folder}. Create it, or check that its disk is mounted.`)
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}

async function syncFolder(
  terminal: Terminal,
  connection: Connection,
  root: string,
  named: string,
  direction: Direction,
  options: Options,
) {
  const { signal, env } = terminal
  const { atelier } = connection
  const rootId = await folderThere(terminal, connection, named, direction, options.dryRun)
  const pair = rootId === undefined ? undefined : await pairOf(terminal, connection, rootId, root)
  const state = options.dryRun || !pair ? await readState(env, pair) : await openState(env, pair)
  try {
    const local = await readLocal(root, !options.dryRun)
    const remote =
      rootId === undefined ? nothingRemote() : await readRemote(atelier, rootId, local.folders, signal)
    leaveOut(pathFilter(options), local, remote, state)
    const date = new Date().toISOString().slice(0, 10)
    const isDeleting = options.delete ?? false
    const plan = await planSync({ local, remote, state, direction, isDeleting, root, terminal, date })
    const failed: Failed[] = []
    const bytes = plan.steps.reduce((sum, step) => sum + (plannedOf(step).size ?? 0), 0)
    const progress = progressOn(terminal, { files: plan.steps.length + plan.problems.length, bytes })
    const done: Done[] = []
    try {
      for (const [path, error] of plan.problems)
        await attempting({ outcome: { failed }, progress, signal }, { path }, () => Promise.reject(error))
      const folders = makeFolders(atelier, remote, signal)
      const run = { terminal, connection, root, remote, state, progress, failed, done, folders }
      if (!options.dryRun) await carryOut(run, plan, options.parallel)
    } finally {
      progress.end()
    }
    if (options.dryRun) return await showPlan(terminal, plan, failed, options.json)
    for (const { action, path, from } of done)
      if (action === 'set_aside')
        tell(terminal, `${from}: This file is now the library's version. Your version was kept as ${path}.`)
    const { unchanged, unavailable } = plan
    await showDone(terminal, { done, unchanged, unavailable, failed }, options.json)
  } finally {
    state.close()
  }
}

/** @returns undefined if the folder is missing and must not be created. */
async function folderThere(
  { signal }: Terminal,
  { atelier }: Connection,
  named: string,
  direction: Direction,
  isDry = false,
): Promise<string | null | undefined> {
  const folders = remoteFolders(atelier, signal)
  if (direction === 'down') return folders.existing(named)
  if (!isDry) return folders.made(named)
  return folders.existing(named).catch((error) => {
    if (error instanceof UsageError || error instanceof NotFoundError) return undefined
    throw error
  })
}

/** Identifies a pair of folders. Folder IDs are unique across servers; the library's root has the company ID. */
async function pairOf(
  { signal }: Terminal,
  { atelier, url }: Connection,
  rootId: string | null,
  root: string,
) {
  const library = rootId ?? (await atelier.user({ signal })).company?.id ?? ''
  return [url, library, root] satisfies PairName
}
