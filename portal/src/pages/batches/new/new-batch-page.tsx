import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import { wholeKitsQuery } from '../../../preview/preview-setup.ts'
import { useCompany } from '../../../session.ts'
import { batchText, newBatchText as text } from '../../../strings/batches.ts'
import { uiText } from '../../../strings/ui.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Part } from '../../../ui/part.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Empty } from '../../../ui/states.tsx'
import { templateQuery } from '../../templates/template-queries.ts'
import { type Output, outputOf } from '../../templates/use/draft.ts'
import { OutputFields } from '../../templates/use/output-fields.tsx'
import { SurroundingFields } from '../../templates/use/surrounding-fields.tsx'
import bench from '../../templates/workbench/workbench.module.css'
import { Workbench } from '../../templates/workbench/workbench.tsx'
import classes from '../batches.module.css'
import { ForRenderers } from '../for-renderers.tsx'
import { BatchPreview } from './batch-preview.tsx'
import { exampleOf, type Mapping, mappingOf, variablesOf } from './columns.ts'
import { ColumnsFields } from './columns-fields.tsx'
import { NamesField } from './names-field.tsx'
import { useTable } from './table.ts'
import { TableField } from './table-field.tsx'
import { TemplatesField } from './templates-field.tsx'
import { faultsOf, useCreateBatch } from './use-create-batch.ts'

/** Maximum number of files in a batch, as in the API. */
const filesMax = 10_000

export function NewBatchPage() {
  return (
    <ForRenderers>
      <NewBatch />
    </ForRenderers>
  )
}

function NewBatch() {
  const company = useCompany()
  const { templates, choose } = useTemplates()
  const { table, read, isReading, error } = useTable()
  const kits = useQuery(wholeKitsQuery(company))
  const [changed, setChanged] = useState<Mapping>({})
  const [pattern, setPattern] = useState('')
  const [ownOutput, setOwnOutput] = useState<Output>()
  const [surroundings, setSurroundings] = useState<{ language: string | null; brandKitId: string | null }>({
    language: null,
    brandKitId: null,
  })
  const create = useCreateBatch()

  const variables = useMemo(() => variablesOf(templates), [templates])
  const mapping = useMemo(
    () => ({ ...mappingOf(variables, table?.columns ?? []), ...ofTable(changed, table?.columns ?? []) }),
    [variables, table, changed],
  )
  const output = ownOutput ?? (templates[0] && outputOf(templates[0]))
  const count = (table?.rows_total ?? 0) * templates.length
  const faults = faultsOf(create.error)
  const areFaultsShown = faults.pattern !== undefined || Object.keys(faults.columns).length > 0
  const isReady = table !== undefined && output !== undefined && templates.length > 0

  return (
    <>
      <PageHeader
        back={
          <LinkAnchor to="/c/$company/batches" params={{ company: company.id }} fz="sm">
            {batchText.title}
          </LinkAnchor>
        }
        title={text.title}
        description={text.description}
      />
      <Workbench
        preview={
          isReady ? (
            <BatchPreview templates={templates} table={table} mapping={mapping} {...surroundings} />
          ) : (
            <div className={classes.nothing}>
              <Empty
                icon={<IconTemplate stroke={1.5} />}
                title={text.noPreviewTitle}
                description={templates.length === 0 ? text.addTemplate : text.addTable}
              />
            </div>
          )
        }
      >
        <form
          className={bench.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady)
              create.mutate({ table, templates, mapping, pattern, draft: { output, ...surroundings } })
          }}
        >
          <Part title={text.data}>
            <Stack gap="md">
              <TableField table={table} isReading={isReading} error={error} onFile={read} />
              <TemplatesField templates={templates} onChange={choose} />
              {!table && templates.length > 0 && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  w="fit-content"
                  onClick={() => saveExample(templates)}
                >
                  {text.example}
                </Button>
              )}
            </Stack>
          </Part>
          {isReady && (
            <>
              <Part
                title={text.columns}
                action={
                  <Text size="xs" c="dimmed">
                    {text.assigned(assignedIn(mapping), variables.length)}
                  </Text>
                }
              >
                <ColumnsFields
                  variables={variables}
                  table={table}
                  mapping={mapping}
                  faults={faults.columns}
                  onChange={(key, column) => setChanged((before) => ({ ...before, [key]: column }))}
                />
              </Part>
              <Part title={text.output}>
                <Stack gap="md">
                  <NamesField
                    columns={table.columns}
                    hasSeveralTemplates={templates.length > 1}
                    value={pattern}
                    error={faults.pattern}
                    onChange={setPattern}
                  />
                  <OutputFields
                    template={templates.length === 1 ? templates[0] : undefined}
                    output={output}
                    onChange={(part) => setOwnOutput({ ...output, ...part })}
                  />
                  <SurroundingFields
                    kits={kits.data}
                    {...surroundings}
                    onChange={(part) => setSurroundings((before) => ({ ...before, ...part }))}
                  />
                </Stack>
              </Part>
              {faults.rows.length > 0 ? (
                <RefusedRows rows={faults.rows} />
              ) : (
                create.error &&
                !areFaultsShown && (
                  <div className={bench.failure}>
                    <FormFailure failure={create.error} />
                  </div>
                )
              )}
            </>
          )}
          <div className={bench.submit}>
            <Button
              type="submit"
              className={bench.create ?? ''}
              disabled={!isReady || count > filesMax}
              loading={create.isPending}
            >
              {isReady ? text.submit(count) : text.submitNone}
            </Button>
          </div>
          {count > filesMax && (
            <Text size="sm" c="var(--mantine-color-error)" px="md" pb="md" role="alert">
              {text.tooMany(count)}
            </Text>
          )}
        </form>
      </Workbench>
    </>
  )
}

function useTemplates() {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { template = '' } = useSearch({ from: '/inside/c/$company/batches/new' })
  const navigate = useNavigate()
  const ids = template.split(',').filter((id) => id !== '')
  const templates = useQueries({
    queries: ids.map((id) => templateQuery(company, id, queryClient)),
    combine: loaded,
  })
  return {
    templates,
    choose: (ids: string[]) =>
      void navigate({
        to: '/c/$company/batches/new',
        params: { company: company.id },
        search: ids.length > 0 ? { template: ids.join(',') } : {},
        replace: true,
        resetScroll: false,
      }),
  }
}

const loaded = (answers: { data: { data: Template } | undefined }[]) =>
  answers.flatMap(({ data }) => data?.data ?? [])

/** Removes columns that only a previous table had. */
const ofTable = (changed: Mapping, columns: readonly string[]): Mapping =>
  Object.fromEntries(
    Object.entries(changed).filter(([, column]) => column === null || columns.includes(column)),
  )

const assignedIn = (mapping: Mapping) => Object.values(mapping).filter((column) => column !== null).length

function saveExample(templates: readonly Template[]) {
  const name = templates[0]!.name.replace(/[/\\:*?"<>|]/g, '-')
  saveFile(new Blob([exampleOf(templates)], { type: 'text/csv' }), text.exampleName(name))
}

function RefusedRows({ rows }: { rows: readonly { place: string; message: string }[] }) {
  return (
    <div className={bench.failure}>
      <Alert color="red" role="alert" title={text.refused}>
        <ul className={classes.refused}>
          {rows.map(({ place, message }) => (
            <li key={place}>
              <strong>{place + uiText.colon}</strong>
              {message}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
