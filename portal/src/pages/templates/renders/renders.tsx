import { Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Render, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { renderText as text } from '../../../strings/renders.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Loaded, More } from '../../../ui/loaded.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { Part } from '../../../ui/part.tsx'
import { ToNewBatch } from '../workbench/to-new-batch.tsx'
import { CommentsDialog } from './comments-dialog.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { nameOf, RenderCard } from './render-card.tsx'
import { rendersQuery } from './render-queries.ts'
import classes from './renders.module.css'

type Props = { template: Template; onUse?(render: Render): void }

/** The files that were recently rendered from a template. The change feed reports new files. */
export function Renders({ template, onUse }: Props) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const renders = useInfiniteQuery(rendersQuery(company, template.id))
  const [kept, setKept] = useState<Render>()
  const [discussed, setDiscussed] = useState<Render>()
  const [removed, setRemoved] = useState<Render>()
  const canWrite = company.can('renders:write')

  async function remove() {
    await company.api.delete(`/renders/${removed!.id}`)
    notifyDone(text.removed)
    await queryClient.invalidateQueries({ queryKey: [company.id, 'render'] })
  }

  return (
    <Part
      title={text.title}
      action={canWrite && template.status !== 'archived' && <ToNewBatch templateId={template.id} isSmall />}
    >
      <Loaded query={renders} height={200}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {canWrite ? text.none : text.noneYet}
            </Text>
          ) : (
            <>
              <ul className={classes.list} aria-label={text.title}>
                {rows.map((render) => (
                  <RenderCard
                    key={render.id}
                    template={template}
                    render={render}
                    canWrite={canWrite}
                    canKeep={canWrite && company.can('assets:write')}
                    onUse={onUse}
                    onKeep={() => setKept(render)}
                    onComment={() => setDiscussed(render)}
                    onRemove={() => setRemoved(render)}
                  />
                ))}
              </ul>
              <More query={renders} />
            </>
          )
        }
      </Loaded>
      <CommentsDialog render={discussed} onClose={() => setDiscussed(undefined)} />
      <KeepDialog template={template} render={kept} onClose={() => setKept(undefined)} />
      <Confirm
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={removed ? text.removeTitle(nameOf(removed)) : ''}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={remove}
      >
        {text.removeText}
      </Confirm>
    </Part>
  )
}
