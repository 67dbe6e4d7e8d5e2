import { Text } from '@mantine/core'
import type { RenderBatch } from '../../../../../sdk/src/index.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { formatCount } from '../../../ui/amounts.ts'
import { isOpen } from '../batch-queries.ts'
import { ProgressBar } from '../progress-bar.tsx'
import classes from './details.module.css'

export function BatchProgress({ batch }: { batch: RenderBatch }) {
  const { status, counts } = batch
  const left = counts.rows - counts.done - counts.failed
  const facts: [label: string, count: number, isAlways: boolean][] = [
    [text.done, counts.done, true],
    [text.failed, counts.failed, false],
    [isOpen(batch) ? text.waiting : text.left, left, false],
    [text.findings, counts.with_findings, false],
    [text.cached, counts.cached, false],
  ]
  return (
    <section className={classes.progress} aria-label={text.progress}>
      <div className={classes.phase}>
        <Text size="sm" fw={500} role="status">
          {text.phases[status]}
        </Text>
        <Text size="sm" c="dimmed">
          {text.percent(counts.done + counts.failed, counts.rows)}
        </Text>
      </div>
      <ProgressBar batch={batch} />
      <dl className={classes.counts}>
        {facts.map(
          ([label, count, isAlways]) =>
            (isAlways || count > 0) && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatCount(count)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
