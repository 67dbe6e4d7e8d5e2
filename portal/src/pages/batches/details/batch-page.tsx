import { Button } from '@mantine/core'
import {
  type Icon,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { RenderBatch, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { batchText, oneBatchText as text } from '../../../strings/batches.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { LinkAnchor, LinkButton } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Gone } from '../../../ui/not-found.tsx'
import { notifyDone, notifyError } from '../../../ui/notify.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { isGone } from '../../../use-resource.ts'
import { batchQuery, isOpen, rowsType, templatesByIdQuery, titleOf } from '../batch-queries.ts'
import { ForRenderers } from '../for-renderers.tsx'
import { FailedRows } from './failed-rows.tsx'
import { Gallery } from './gallery.tsx'
import { BatchProgress } from './progress.tsx'
import { useFreshRows } from './use-fresh-rows.ts'
import { useRetry } from './use-retry.ts'

export function BatchPage() {
  return (
    <ForRenderers>
      <Batch />
    </ForRenderers>
  )
}

function Batch() {
  const { batch: id } = useParams({ from: '/inside/c/$company/batches/$batch' })
  const company = useCompany()
  const batch = useQuery(batchQuery(company, id, useQueryClient()))
  const templates = useQuery(templatesByIdQuery(company, batch.data?.data.template_ids ?? []))
  if (isGone(batch.error))
    return (
      <Gone
        title={batchText.goneTitle}
        description={batchText.gone}
        back={
          <LinkButton variant="default" to="/c/$company/batches" params={{ company: company.id }}>
            {batchText.toAll}
          </LinkButton>
        }
      />
    )
  return (
    <Loaded query={batch} height={640} order={1}>
      {({ data }) => (
        <Loaded query={templates} height={640} order={1}>
          {(templates) => <Found key={data.id} batch={data} templates={templates} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type FoundProps = { batch: RenderBatch; templates: readonly Template[] }

function Found({ batch, templates }: FoundProps) {
  const company = useCompany()
  useFreshRows(batch)
  const nameOf = (id: string) => templates.find((template) => template.id === id)?.name
  const title = titleOf(batch, nameOf)
  const [first, ...others] = batch.template_ids
  const firstName = nameOf(first!) ?? batchText.deletedTemplate
  const { created_at, created_by } = batch
  return (
    <>
      <PageHeader
        back={
          <LinkAnchor to="/c/$company/batches" params={{ company: company.id }} fz="sm">
            {batchText.title}
          </LinkAnchor>
        }
        title={title}
        description={
          <>
            {text.templates(firstName, others.length)} · <RelativeTime at={created_at} />
            {created_by && ` ${text.by(created_by.name)}`}
          </>
        }
        actions={<Actions batch={batch} />}
      />
      <BatchProgress batch={batch} />
      {batch.counts.failed > 0 && <FailedRows batch={batch} templates={templates} />}
      <Gallery batch={batch} templates={templates} />
    </>
  )
}

function Actions({ batch }: { batch: RenderBatch }) {
  const { id, status, zip_url, pdf_url, report_url } = batch
  const { api, id: companyId } = useCompany()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const retry = useRetry(id, text.resumed)
  const cancel = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.renderBatches.cancel(id),
    async onSuccess() {
      notifyDone(text.cancelled)
      await Promise.all(
        ['render_batch', rowsType].map((type) =>
          queryClient.invalidateQueries({ queryKey: [companyId, type] }),
        ),
      )
    },
  })
  return (
    <>
      {isOpen(batch) && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          {text.cancel}
        </Button>
      )}
      {status === 'cancelled' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate(null, { onError: (error) => notifyError(error) })}
        >
          {text.resume}
        </Button>
      )}
      <Download url={report_url} icon={IconFileTypeCsv} label={text.report} />
      <Download url={pdf_url} icon={IconFileTypePdf} label={text.pdf} />
      <Download url={zip_url} icon={IconDownload} label={text.zip} isMain={!isOpen(batch)} />
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.cancelTitle}
        confirmLabel={text.cancel}
        isDangerous
        onConfirm={() => cancel.mutateAsync()}
      >
        {text.cancelText}
      </Confirm>
    </>
  )
}

type DownloadProps = { url: string | null; icon: Icon; label: string; isMain?: boolean }

function Download({ url, icon: Mark, label, isMain = false }: DownloadProps) {
  if (url === null) return null
  return (
    <Button
      component="a"
      href={url}
      download
      variant={isMain ? 'filled' : 'default'}
      leftSection={<Mark size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}
