import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Asset, Job } from '../../../../sdk/src/index.ts'
import { showProgress } from '../../large-changes.tsx'
import { useCompany } from '../../session.ts'
import { assetText } from '../../strings/assets.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { notifyError, notifyUndoable } from '../../ui/notify.tsx'
import { type GivenValues, givenFrom } from '../properties/values.ts'
import { fieldsOf, inPortions, showUndone, type Undone, undoGroups, withStatus } from './asset-batches.ts'
import {
  checkRights,
  type GivenRights,
  type RightsName,
  type RightsRow,
  rightsFrom,
  setRights,
} from './rights-fields.ts'

type Setting = { ids: string[]; properties: GivenValues; rights: GivenRights }

type Before = ReadonlyMap<string, Former>
type Former = Partial<Pick<Asset, 'properties' | RightsName>>

type Names = { keys: readonly string[]; rights: readonly RightsName[] }

/** Sets properties and rights of many assets and offers to undo the change. */
export function useSetProperties() {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  const showChanges = () => void queryClient.invalidateQueries({ queryKey: [id, 'asset'] })
  const areDone = (jobs: readonly Job[]) =>
    Promise.all(jobs.map((job) => showProgress(job, api.jobs.get))).then((all) => all.every(Boolean))

  /** Returns when the server has accepted the values. Jobs set the values of many assets. */
  async function sendProperties(ids: string[], properties: GivenValues) {
    const jobs: Job[] = []
    const options = { onJob: (job: Job) => void jobs.push(job) }
    const outcomes = await inPortions(api, { action: 'set_properties', ids, properties }, options)
    return { jobs, changed: withStatus(outcomes, 200) }
  }

  async function send({ ids, properties, rights }: Setting, before: Before) {
    const rows = ids.filter((one) => before.has(one)).map((id) => ({ id, ...rightsFrom(rights) }))
    const hasRights = Object.keys(rights).length > 0
    if (hasRights) await checkRights(api, rows)
    const set = Object.keys(properties).length > 0 ? await sendProperties(ids, properties) : undefined
    const jobs = hasRights ? await setRights(api, rows) : []
    return {
      changed: set?.changed ?? rows.map((row) => row.id),
      isDone: areDone([...(set?.jobs ?? []), ...jobs]),
    }
  }

  const setBack = useMutation({
    async mutationFn({ before, keys, rights }: Names & { before: Before }) {
      const properties = await undoGroups(byValues(before, keys), before.size, async (group) => {
        const { changed, jobs } = await sendProperties(group.ids, group.properties)
        return (await areDone(jobs)) ? changed.length : 0
      })
      if (keys.length > 0 && properties.left > 0) return properties
      return rights.length > 0 ? setRightsBack(before, rights) : properties
    },
    onSuccess: (undone) => showUndone(undone, { done: text.setBack, failed: text.notSetBack }),
    onSettled: showChanges,
  })

  async function setRightsBack(before: Before, rights: readonly RightsName[]): Promise<Undone> {
    const rows = [...before].map(
      ([id, former]): RightsRow => ({
        id,
        ...Object.fromEntries(rights.map((name) => [name, former[name] ?? null])),
      }),
    )
    const jobs = await setRights(api, rows)
    const count = (await areDone(jobs)) ? rows.length : 0
    return { count, left: rows.length - count, failure: undefined }
  }

  return useMutation({
    meta: { showsError: true },
    async mutationFn(setting: Setting) {
      const { ids, properties } = setting
      const rights = Object.keys(setting.rights) as RightsName[]
      const keys = Object.keys(properties)
      const before = await fieldsOf(api, ids, [
        ...(keys.length > 0 ? ['properties' as const] : []),
        ...rights,
      ])
      return { before, names: { keys, rights }, ...(await send(setting, before)) }
    },
    // Not awaited, because the dialog closes, and an undo starts from values that are all set.
    onSuccess: ({ before, names, changed, isDone }, { ids }) =>
      void isDone.then((done) => {
        showChanges()
        if (!done) return
        const gone = ids.length - changed.length
        const former = new Map(changed.map((one) => [one, before.get(one) ?? {}]))
        const undo = () => setBack.mutate({ before: former, ...names })
        if (changed.length > 0) notifyUndoable(text.setDone(changed.length), assetText.undo, undo)
        if (gone > 0) notifyError(new Error(assetText.someGone(gone)))
      }),
    onSettled: showChanges,
  })
}

type Group = { ids: string[]; properties: GivenValues }

/** Assets with the same previous values are reset together. */
function byValues(before: Before, keys: readonly string[]): Group[] {
  if (keys.length === 0) return []
  const groups = new Map<string, Group>()
  for (const [id, { properties: values = {} }] of before) {
    const properties = Object.fromEntries(keys.map((key) => [key, givenFrom(values[key])]))
    const name = JSON.stringify(properties)
    const group = groups.get(name) ?? { ids: [], properties }
    group.ids.push(id)
    groups.set(name, group)
  }
  return [...groups.values()]
}
