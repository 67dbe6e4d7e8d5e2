import { useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../../../sdk/src/index.ts'
import { showProgress } from '../../large-changes.tsx'
import { type TrashKind, trashKinds } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { trashText as text } from '../../strings/trash.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { typeOf } from './trash.ts'

/** Maximum number of IDs per request, as in the API. */
const idsMax = 500

/**
 * Permanently deletes resources of a kind or, without a kind, everything in the trash. Returns when the
 * server has accepted the request, and then shows the progress of its jobs.
 */
export function usePurge() {
  const { id, api } = useCompany()
  const queryClient = useQueryClient()

  async function end(jobs: readonly Job[]) {
    const get = async (id: string) => (await api.get<{ data: Job }>(`/jobs/${id}`)).data
    const ends = await Promise.all(jobs.map((job) => showProgress(job, get)))
    if (ends.every(Boolean)) notifyDone(text.purged)
    for (const kind of trashKinds) void queryClient.invalidateQueries({ queryKey: [id, typeOf(kind)] })
  }

  return async (kind?: TrashKind, ids: readonly string[] = []) => {
    const begin = async (body: object) => (await api.post<{ data: Job }>('/trash-purges', body)).data
    const jobs: Job[] = []
    if (kind === undefined) jobs.push(await begin({}))
    else
      for (let at = 0; at < ids.length; at += idsMax)
        jobs.push(await begin({ type: typeOf(kind), ids: ids.slice(at, at + idsMax) }))
    void end(jobs)
  }
}
