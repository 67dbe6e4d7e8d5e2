import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page, Preset } from '../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'

const type = 'preset'

export type PresetBody = Parameters<CurrentCompany['api']['presets']['create']>[0]

/** All presets fit on one page, because a company has at most 50. */
const presetsQuery = ({ id, api }: CurrentCompany) => ({
  queryKey: [id, type],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<Page<Preset>>('/presets', { query: { sort: 'name', per_page: 100 }, signal }),
  select: ({ data }: Page<Preset>) => data,
})

export const usePresets = () => useQuery(presetsQuery(useCompany()))

export function usePresetChanges() {
  const { id, api } = useCompany()
  const queryClient = useQueryClient()
  const changed = () => queryClient.invalidateQueries({ queryKey: [id, type] })
  return {
    create: (body: PresetBody) => api.presets.create(body).then(changed),
    change: (preset: string, body: PresetBody) => api.presets.update(preset, body).then(changed),
    remove: (preset: string) => api.presets.delete(preset).then(changed),
  }
}
