import { Button, Group, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RenderBatch, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Loaded, More } from '../../../ui/loaded.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { rowsQuery } from '../batch-queries.ts'
import type { Values } from '../editable-values.ts'
import classes from './details.module.css'
import { FailedRow } from './failed-row.tsx'
import { faultsByRow, useRetry } from './use-retry.ts'

const rowsPerPage = 20

type Props = { batch: RenderBatch; templates: readonly Template[] }

/** Rows that could not be rendered, with the fields to correct. Corrected rows are sent together. */
export function FailedRows({ batch, templates }: Props) {
  const company = useCompany()
  const query = { status: 'failed', sort: 'row', per_page: rowsPerPage }
  const rows = useInfiniteQuery(rowsQuery(company, batch.id, query))
  const [changed, setChanged] = useState<Readonly<Record<string, Values>>>({})
  const all = useRetry(batch.id)
  const some = useRetry(batch.id)
  const corrected = Object.entries(changed).map(([id, variables]) => ({ id, variables }))
  const faults = faultsByRow(some.error, some.variables)
  const hasFaults = Object.keys(faults).length > 0

  function retryChanged() {
    some.mutate(corrected, { onSuccess: () => setChanged({}) })
  }

  return (
    <section className={classes.section} aria-labelledby="failed-rows">
      <Group justify="space-between" align="flex-end" gap="sm" mb="sm">
        <div>
          <Title order={2} size="h4" id="failed-rows">
            {text.failedTitle}
          </Title>
          <Text size="sm" c="dimmed">
            {text.failedHint}
          </Text>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          loading={all.isPending}
          onClick={() => all.mutate(null, { onError: (error) => notifyError(error) })}
        >
          {text.retryAllOf(batch.counts.failed)}
        </Button>
      </Group>
      <Loaded query={rows} height={160}>
        {(rows) => (
          <ul className={classes.failed} aria-label={text.failedTitle}>
            {rows.map((row) => (
              <FailedRow
                key={row.id}
                row={row}
                template={templates.find(({ id }) => id === row.template_id)}
                values={changed[row.id] ?? row.variables}
                faults={faults[row.id] ?? (changed[row.id] ? {} : (row.errors ?? {}))}
                shown={Object.keys({ ...row.errors, ...faults[row.id] })}
                onChange={(values) => setChanged((before) => ({ ...before, [row.id]: values }))}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <More query={rows} />
      {corrected.length > 0 && (
        <div className={classes.corrected}>
          <span role="status">{text.changed(corrected.length)}</span>
          <Button size="xs" loading={some.isPending} onClick={retryChanged}>
            {text.retryChanged(corrected.length)}
          </Button>
        </div>
      )}
      {!hasFaults && <FormFailure failure={some.error} />}
    </section>
  )
}
