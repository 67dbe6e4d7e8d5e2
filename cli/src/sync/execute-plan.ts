import { rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ConflictError, NotFoundError } from '../../../sdk/src/index.ts'
import { nameKey } from '../../../server/src/zip/file-systems.ts'
import { isSmall } from '../files/content.ts'
import { failure } from '../files/failure.ts'
import { inside, makeDirectory } from '../files/inside-root.ts'
import { attempting } from '../files/outcome.ts'
import { smallFirst } from '../files/parallel.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { grouped } from './group-by.ts'
import { changedMeanwhile, inPlace, whatIsAt } from './local-side.ts'
import { moveAside, moveAsset, moveFile, renameInside } from './moves.ts'
import type { Plan } from './plan.ts'
import { plannedOf } from './report.ts'
import type { Done, Run } from './run.ts'
import type { Step, StepOf } from './step.ts'
import { fetchFile, sendFile, sendVersion } from './transfers.ts'

/**
 * Executes a plan and records each step when it is done. Checks a step's assumptions again right before the
 * step. A file that was changed in the meantime is kept, and the next run handles it.
 */
export async function carryOut(
  run: Run,
  { steps, equal, forgotten, folders }: Plan,
  parallel: number | undefined,
): Promise<void> {
  const { state } = run
  for (const path of forgotten) state.add({ forgotten: path })
  for (const synced of equal) state.add({ synced })
  for (const folder of folders) state.add(folder)
  const of = <A extends Step['action']>(...actions: A[]) =>
    steps.filter((step): step is StepOf<A> => actions.includes(step.action as A))

  for (const step of of('make_directory', 'make_folder'))
    await attempt(run, step, () => makeFolder(run, step))
  for (const step of of('set_aside')) await attempt(run, step, () => setAside(run, step))
  await moveFiles(run, of('move_file'))
  const transfers = of('move_asset', 'upload', 'new_version', 'download', 'replace')
  const areSmall = (both: Transfer[]) => both.every((step) => isSmall({ size: plannedOf(step).size ?? 0 }))
  await smallFirst(ordered(transfers), areSmall, parallel, async (both) => {
    for (const step of both) await attempt(run, step, () => transfer(run, step))
  })
  await trash(run, of('trash'))
  for (const step of of('remove')) await attempt(run, step, () => remove(run, step))
  const emptied = of('remove_directory', 'trash_folder').sort((one, other) =>
    one.path < other.path ? 1 : -1,
  )
  for (const step of emptied) await attempt(run, step, () => removeFolder(run, step))
}

type Transfer = StepOf<'move_asset' | 'upload' | 'new_version' | 'download' | 'replace'>

/** Groups transfers by file, because transfers of the same file run one after the other. */
const ordered = (steps: Transfer[]): Transfer[][] => [...grouped(steps, ({ path }) => path).values()]

/** @param work returns the result, or undefined if there was nothing to do. */
async function attempt(run: Run, step: Step, work: () => Promise<Partial<Done> | undefined>) {
  const { terminal, progress, failed } = run
  await attempting(
    { outcome: { failed }, progress, signal: terminal.signal },
    { path: step.path },
    async () => {
      const done = await work()
      if (!done) return
      const { action, path } = step
      run.done.push({ action, path, ...('from' in step && { from: step.from }), ...done })
    },
  )
}

async function makeFolder({ root, folders, state, remote }: Run, { action, path }: Step) {
  if (action === 'make_directory') {
    await makeDirectory(root, path)
    state.add({ folder: path, id: remote.folders.get(path)! })
  } else {
    state.add({ folder: path, id: (await folders.idOf(path))! })
  }
  return {}
}

async function setAside({ root, state }: Run, { path, from, local }: StepOf<'set_aside'>) {
  await renameInside(root, from, path, async (before, after) => {
    if ((await whatIsAt(before))?.same !== local.same) throw changedMeanwhile()
    if (await whatIsAt(after)) throw inPlace()
  })
  state.add({ forgotten: from })
  return {}
}

/** Moves with a free target run first, because they may free the targets of other moves. */
async function moveFiles(run: Run, steps: StepOf<'move_file'>[]) {
  let rest = steps
  while (rest.length > 0) {
    const waiting: typeof rest = []
    for (const step of rest) {
      if (nameKey(step.path) !== nameKey(step.from) && (await whatIsAt(join(run.root, step.path))))
        waiting.push(step)
      else await attempt(run, step, () => moveFile(run, step))
    }
    rest = waiting.length < rest.length ? waiting : await breakRound(run, waiting)
  }
}

/**
 * Breaks a cycle, such as two files that swapped names, by moving one file to a temporary name. A target that
 * no move frees is an error.
 */
async function breakRound(run: Run, waiting: StepOf<'move_file'>[]): Promise<StepOf<'move_file'>[]> {
  const wanted = new Set(waiting.map(({ path }) => nameKey(path)))
  const blocking = waiting.find(({ from }) => wanted.has(nameKey(from)))
  if (!blocking) {
    for (const step of waiting) await attempt(run, step, () => Promise.reject(inPlace()))
    return []
  }
  const others = waiting.filter((step) => step !== blocking)
  try {
    return [...others, await moveAside(run, blocking)]
  } catch (error) {
    await attempt(run, blocking, () => Promise.reject(error))
    return others
  }
}

function transfer(run: Run, step: Transfer): Promise<Partial<Done>> {
  switch (step.action) {
    case 'move_asset':
      return moveAsset(run, step)
    case 'upload':
      return sendFile(run, step.local)
    case 'new_version':
      return sendVersion(run, step)
    case 'download':
    case 'replace':
      return fetchFile(run, step)
  }
}

/** Maximum number of assets per batch, as in the API. */
const trashedAtOnce = 500

async function trash(run: Run, steps: StepOf<'trash'>[]) {
  const { connection, terminal, state } = run
  for (let at = 0; at < steps.length; at += trashedAtOnce) {
    const some = steps.slice(at, at + trashedAtOnce)
    const ids = some.map(({ remote }) => remote.asset.id)
    const outcomes = await connection.atelier.assets.batch({ action: 'trash', ids }, terminal)
    for (const [place, step] of some.entries()) {
      await attempt(run, step, async () => {
        const { status, error } = outcomes[place]!
        if (status === 409) throw failure(`${error!.message} The asset was kept in the library.`)
        state.add({ forgotten: step.path })
        return { asset_id: step.remote.asset.id }
      })
    }
  }
}

async function remove({ root, state }: Run, { path, local }: StepOf<'remove'>) {
  await inside(root, path, async (file) => {
    const there = await whatIsAt(file)
    if (there && there.same !== local.same) throw changedMeanwhile()
    if (there) await unlink(file)
  }).catch(unlessMissing)
  state.add({ forgotten: path })
  return {}
}

/** Removes a folder only if it is empty, because other content must not be deleted. */
async function removeFolder(run: Run, step: StepOf<'remove_directory' | 'trash_folder'>) {
  const { root, state, connection, terminal } = run
  try {
    if (step.action === 'trash_folder') await connection.atelier.folders.delete(step.id, terminal)
    else await inside(root, step.path, rmdir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ConflictError || code === 'ENOTEMPTY' || code === 'EEXIST') return undefined
    if (!(error instanceof NotFoundError) && code !== 'ENOENT') throw error
  }
  state.add({ folder: step.path, id: null })
  return {}
}
