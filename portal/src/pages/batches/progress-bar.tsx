import { Progress } from '@mantine/core'
import type { RenderBatch } from '../../../../sdk/src/index.ts'
import { oneBatchText as text } from '../../strings/batches.ts'
import { isOpen } from './batch-queries.ts'

type Props = { batch: RenderBatch; size?: 'sm' | 'lg' }

export function ProgressBar({ batch, size = 'lg' }: Props) {
  const { rows, done, failed } = batch.counts
  const share = (count: number) => (rows === 0 ? 0 : (count / rows) * 100)
  return (
    <Progress.Root
      size={size}
      role="progressbar"
      aria-label={text.progress}
      aria-valuemin={0}
      aria-valuemax={rows}
      aria-valuenow={done + failed}
      aria-valuetext={text.percent(done + failed, rows)}
      transitionDuration={200}
    >
      <Progress.Section
        value={share(done)}
        withAria={false}
        striped={isOpen(batch)}
        animated={isOpen(batch)}
        color="green.7"
      />
      <Progress.Section value={share(failed)} withAria={false} color="red.7" />
    </Progress.Root>
  )
}
