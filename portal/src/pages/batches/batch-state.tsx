import type { RenderBatch } from '../../../../sdk/src/index.ts'
import { batchText as text } from '../../strings/batches.ts'
import { Status } from '../../ui/status.tsx'
import { isOpen } from './batch-queries.ts'

export function BatchState({ batch }: { batch: RenderBatch }) {
  const { status, counts } = batch
  if (isOpen(batch)) return <Status color="yellow">{text.states[status]}</Status>
  if (counts.failed > 0) return <Status color="red">{text.failedRows(counts.failed)}</Status>
  return <Status color={status === 'done' ? 'green' : 'gray'}>{text.states[status]}</Status>
}
