import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Asset, Job } from '../../../../sdk/src/index.ts'
import { showProgress } from '../../large-changes.tsx'
import { useCompany } from '../../session.ts'
import { assetText } from '../../strings/assets.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { notifyError, notifyUndoable } from '../../ui/notify.tsx'
import { type GivenValues, givenFrom } from '../properties/values.ts'
import { fieldOf, inPortions, showUndone, undoGroups, withStatus } from './asset-batches.ts'

type Setting = { ids: string[]; properties: GivenValues }

/** The previous values of assets. */
type Before = ReadonlyMap<string, Asset['properties']>

/** Sets properties of many assets and offers to undo the change. */
export function useSetProperties() {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  const showChanges = () => void queryClient.invalidateQueries({ queryKey: [id, 'asset'] })

  /** Resolves when the server has accepted the values. Jobs set the values of many assets. */
  async function send(ids: string[], properties: GivenValues) {
    const begun: Job[] = []
    const options = { onJob: (job: Job) => void begun.push(job) }
    const outcomes = await inPortions(api, { action: 'set_properties', ids, properties }, options)
    const done = Promise.all(begun.map((job) => showProgress(job, api.jobs.get)))
    return { outcomes, isDone: done.then((all) => all.every(Boolean)) }
  }

  const setBack = useMutation({
    mutationFn: ({ before, keys }: { before: Before; keys: readonly string[] }) =>
      undoGroups(byValues(before, keys), before.size, async ({ ids, properties }) => {
        const { outcomes, isDone } = await send(ids, properties)
        return (await isDone) ? withStatus(outcomes, 200).length : 0
      }),
    onSuccess: (undone) => showUndone(undone, { done: text.setBack, failed: text.notSetBack }),
    onSettled: showChanges,
  })

  return useMutation({
    meta: { showsError: true },
    async mutationFn({ ids, properties }: Setting) {
      const before = await fieldOf(api, ids, 'properties')
      return { before, ...(await send(ids, properties)) }
    },
    // Not awaited, because the dialog closes, and an undo starts from values that are all set.
    onSuccess: ({ before, outcomes, isDone }, { properties }) =>
      void isDone.then((done) => {
        showChanges()
        if (!done) return
        const changed = withStatus(outcomes, 200)
        const gone = withStatus(outcomes, 404).length
        const former = new Map(changed.map((one) => [one, before.get(one) ?? {}]))
        const undo = () => setBack.mutate({ before: former, keys: Object.keys(properties) })
        if (changed.length > 0) notifyUndoable(text.setDone(changed.length), assetText.undo, undo)
        if (gone > 0) notifyError(new Error(assetText.someGone(gone)))
      }),
    onSettled: showChanges,
  })
}

/** Assets with the same previous values are reset together. */
function byValues(before: Before, keys: readonly string[]): Setting[] {
  const groups = new Map<string, Setting>()
  for (const [id, values] of before) {
    const properties = Object.fromEntries(keys.map((key) => [key, givenFrom(values[key])]))
    const name = JSON.stringify(properties)
    const group = groups.get(name) ?? { ids: [], properties }
    group.ids.push(id)
    groups.set(name, group)
  }
  return [...groups.values()]
}
