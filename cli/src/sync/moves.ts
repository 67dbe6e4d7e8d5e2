import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { nameKey } from '../../../server/src/zip/file-systems.ts'
import { inside } from '../files/inside-root.ts'
import { fileName, stemAndEnd } from '../files/local-names.ts'
import { changedMeanwhile, inPlace, stampOf, whatIsAt } from './local-side.ts'
import { fileKey, folderOf, nameOf, pathIn } from './paths.ts'
import { placeOf } from './remote-side.ts'
import type { Run } from './run.ts'
import type { StepOf } from './step.ts'

/** Renames a file and creates the target directory if needed. @returns the new mark of the file. */
export const renameInside = (
  root: string,
  from: string,
  to: string,
  check: (before: string, after: string) => Promise<void>,
): Promise<string> =>
  inside(root, from, (before) =>
    inside(
      root,
      to,
      async (after) => {
        await check(before, after)
        await rename(before, after)
        return (await stampOf(after)).mark
      },
      { isMaking: true },
    ),
  )

/** Moves a file to the new name or folder of its asset. */
export async function moveFile({ root, state }: Run, { path, from, moved }: StepOf<'move_file'>) {
  const { local, remote, known } = moved
  const isCaseAlone = nameKey(path) === nameKey(from)
  const mark = await renameInside(root, from, path, async (before, after) => {
    if ((await whatIsAt(before))?.same !== local.same) throw changedMeanwhile()
    if (!isCaseAlone && (await whatIsAt(after))) throw inPlace()
  })
  const isSame = local.checksum === known.checksum
  state.add({ forgotten: known.path })
  state.add({ synced: { ...known, path, place: remote.place, mark: isSame ? mark : null } })
  return { asset_id: remote.asset.id }
}

/**
 * Moves a file to a temporary name to break a cycle of moves. The state records the move, so that an
 * interrupted run resumes from there.
 * @returns the remaining move.
 */
export async function moveAside(run: Run, step: StepOf<'move_file'>): Promise<StepOf<'move_file'>> {
  const { from, moved } = step
  const aside = await freeBeside(run.root, from)
  const { known, remote } = moved
  await moveFile(run, {
    ...step,
    path: aside,
    moved: { ...moved, remote: { ...remote, place: known.place } },
  })
  return { ...step, from: aside, moved: { ...moved, known: { ...known, path: aside } } }
}

async function freeBeside(root: string, path: string): Promise<string> {
  const { stem, end } = stemAndEnd(nameOf(path))
  for (let number = 1; ; number++) {
    const aside = pathIn(folderOf(path), `${stem} (moving ${number})${end}`)
    if (!(await whatIsAt(join(root, aside)))) return aside
  }
}

/**
 * Moves an asset to the new name or folder of its file. An asset whose name never matched keeps its name
 * while the file's name is unchanged.
 */
export async function moveAsset(run: Run, { path, moved }: StepOf<'move_asset'>) {
  const { connection, terminal, state, folders, remote: side } = run
  const { local, remote, known } = moved
  const { asset } = remote
  const isNamedSo = fileKey(nameOf(path)) === fileKey(fileName(asset)) || nameOf(path) === nameOf(known.path)
  const folderId = await folders.idOf(folderOf(path))
  const body = {
    ...((!isNamedSo || isRenamedThere(moved)) && { filename: nameOf(path) }),
    ...(folderId !== asset.folder_id && { folder_id: folderId }),
  }
  const now =
    Object.keys(body).length > 0 ? await connection.atelier.assets.update(asset.id, body, terminal) : asset
  const isSame = local.checksum === known.checksum
  state.add({ forgotten: known.path })
  state.add({
    synced: { ...known, path, place: placeOf(side, now), mark: isSame && !local.isFresh ? local.mark : null },
  })
  return { asset_id: asset.id }
}

/** Compares the name, not the folder. */
const isRenamedThere = ({ remote, known }: StepOf<'move_asset'>['moved']) =>
  nameOf(remote.place) !== nameOf(known.place)
