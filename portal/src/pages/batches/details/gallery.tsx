import { Group, Select, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { RenderBatch, RenderBatchRow, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { Loaded, More } from '../../../ui/loaded.tsx'
import { noneOf, optionsOf } from '../../../ui/options.ts'
import renders from '../../templates/renders/renders.module.css'
import { rowsQuery } from '../batch-queries.ts'
import { type BatchSearch, orders, shows } from '../search.ts'
import classes from './details.module.css'
import { RowCard } from './row-card.tsx'
import { RowDialog } from './row-dialog.tsx'

type Props = { batch: RenderBatch; templates: readonly Template[] }

/** The most serious findings come first. */
export function Gallery({ batch, templates }: Props) {
  const company = useCompany()
  const search = useSearch({ from: '/inside/c/$company/batches/$batch' })
  const { order = 'risk', show = 'all', template } = search
  const navigate = useNavigate()
  const rows = useInfiniteQuery(
    rowsQuery(company, batch.id, {
      sort: order === 'risk' ? '-risk' : 'row',
      status: show === 'all' ? undefined : show,
      template_id: template,
    }),
  )
  const [edited, setEdited] = useState<RenderBatchRow>()
  const change = (part: BatchSearch) =>
    void navigate({
      to: '/c/$company/batches/$batch',
      params: { company: company.id, batch: batch.id },
      search: { ...search, ...part },
      replace: true,
      resetScroll: false,
    })
  const templateOf = (id: string) => templates.find((template) => template.id === id)
  return (
    <section className={classes.section} aria-labelledby="rows">
      <Group justify="space-between" align="flex-end" gap="sm" mb="md">
        <Title order={2} size="h4" id="rows">
          {text.rows}
        </Title>
        <Group gap="xs">
          {batch.template_ids.length > 1 && (
            <Select
              size="xs"
              w={180}
              aria-label={text.template}
              data={[
                noneOf(text.allTemplates),
                ...templates.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={template ?? ''}
              allowDeselect={false}
              onChange={(id) => change({ template: id || undefined })}
            />
          )}
          <Select
            size="xs"
            w={130}
            aria-label={text.show}
            data={optionsOf(text.shows, shows)}
            value={show}
            allowDeselect={false}
            onChange={(value) =>
              change({ show: value === 'all' ? undefined : shows.find((one) => one === value) })
            }
          />
          <Select
            size="xs"
            w={140}
            aria-label={text.order}
            data={optionsOf(text.orders, orders)}
            value={order}
            allowDeselect={false}
            onChange={(value) =>
              change({ order: value === 'risk' ? undefined : orders.find((one) => one === value) })
            }
          />
        </Group>
      </Group>
      <Loaded query={rows} height={320}>
        {(found) =>
          found.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.nothing}
            </Text>
          ) : (
            <>
              <ul className={renders.list} aria-label={text.rows}>
                {found.map((row) => (
                  <RowCard
                    key={row.id}
                    row={row}
                    template={templateOf(row.template_id)}
                    hasSeveralTemplates={batch.template_ids.length > 1}
                    onEdit={() => setEdited(row)}
                  />
                ))}
              </ul>
              <More query={rows} />
            </>
          )
        }
      </Loaded>
      <RowDialog
        row={edited}
        template={edited && templateOf(edited.template_id)}
        onClose={() => setEdited(undefined)}
      />
    </section>
  )
}
