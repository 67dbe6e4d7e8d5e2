import type { ReactNode } from 'react'
import { useCompany } from '../../session.ts'
import { batchText as text } from '../../strings/batches.ts'
import { Empty } from '../../ui/states.tsx'

export function ForRenderers({ children }: { children: ReactNode }) {
  if (useCompany().can('renders:write')) return children
  return <Empty order={1} title={text.notAllowedTitle} description={text.notAllowed} />
}
