import { Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconDownload,
  IconForms,
  IconSend,
  IconShare,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { type Command, useCommands } from '../../../shell/commands.tsx'
import { batchText } from '../../../strings/batches.ts'
import { fillText } from '../../../strings/renders.ts'
import { sharesText } from '../../../strings/shares.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { ContextMenu, type Point, type RowMenu } from '../../../ui/context-menu.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { notifyDone, notifyError } from '../../../ui/notify.tsx'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import { useChangeStatus } from './use-change-template.ts'
import { useTrashTemplate } from './use-trash-template.ts'

type Action = { id: string; label: string; icon: typeof IconTrash; run(): void }

export function Actions({ template }: { template: Template }) {
  const { id, name } = template
  const company = useCompany().id
  const { canUse, canEdit, isPublished, isChanging, use, batch, step, others, end, dialogs } =
    useTemplateActions(template)
  useActionCommands(name, [...(canUse ? [use, batch] : []), ...(canEdit ? [step, ...others, end] : others)])
  return (
    <>
      <ActionsMenu label={text.more} width={220}>
        {canUse && <Item {...batch} />}
        {others.map((action) => (
          <Item key={action.id} {...action} />
        ))}
        {canEdit && (
          <>
            <Menu.Divider />
            <Item {...end} />
          </>
        )}
      </ActionsMenu>
      {dialogs}
      {canEdit && (
        <Button
          variant={isPublished ? 'default' : 'filled'}
          leftSection={<step.icon size={16} aria-hidden />}
          loading={isChanging}
          onClick={step.run}
        >
          {step.label}
        </Button>
      )}
      {canUse && (
        <LinkButton
          to="/c/$company/templates/$template/use"
          params={{ company, template: id }}
          variant={!isPublished && canEdit ? 'default' : 'filled'}
          leftSection={<IconForms size={16} aria-hidden />}
        >
          {fillText.action}
        </LinkButton>
      )}
    </>
  )
}

export function TemplateContextMenu({ menu: { row, at, close } }: { menu: RowMenu<Template> }) {
  if (!row) return null
  return <ContextActions key={row.id} template={row} at={at} onClose={close} />
}

type ContextProps = { template: Template; at: Point | undefined; onClose(): void }

function ContextActions({ template, at, onClose }: ContextProps) {
  const { canUse, canEdit, use, batch, step, others, end, dialogs } = useTemplateActions(template)
  const first = [...(canUse ? [use, batch] : []), ...(canEdit ? [step] : [])]
  return (
    <>
      <ContextMenu at={at} onClose={onClose} label={text.actionsOf(template.name)}>
        {[...first, ...others].map((action) => (
          <Item key={action.id} {...action} />
        ))}
        {canEdit && (
          <>
            <Menu.Divider />
            <Item {...end} />
          </>
        )}
      </ContextMenu>
      {dialogs}
    </>
  )
}

function useTemplateActions(template: Template) {
  const { id, name, status } = template
  const { api, id: company, can } = useCompany()
  const canEdit = can('templates:write')
  const canUse = can('renders:write') && status !== 'archived'
  const navigate = useNavigate()
  const change = useChangeStatus(id)
  const trash = useTrashTemplate()
  const noun = status === 'published' ? 'archival' : 'publication'
  const step: Action =
    noun === 'archival'
      ? { id: 'archive', label: text.archive, icon: IconArchive, run: () => move(text.archived) }
      : { id: 'publish', label: text.publish, icon: IconSend, run: () => move(text.published) }
  const move = (done: string) =>
    change.mutate(noun, { onSuccess: () => notifyDone(done), onError: (error) => notifyError(error) })
  const [isSharing, setIsSharing] = useState(false)
  const sharing: Action = {
    id: 'share',
    label: sharesText.shareRenders,
    icon: IconShare,
    run: () => setIsSharing(true),
  }
  const others: Action[] = [
    ...(can('shares:write') ? [sharing] : []),
    { id: 'download', label: text.download, icon: IconDownload, run: () => void download() },
    { id: 'copy-id', label: text.copyId, icon: IconCopy, run: () => void copyId() },
  ]
  const end: Action = { id: 'trash', label: text.trash, icon: IconTrash, run: () => trash.mutate(template) }

  async function download() {
    try {
      const { url } = await api.templates.document(id)
      // The response is an attachment, so the browser stays on the page.
      window.location.assign(url)
    } catch (error) {
      notifyError(error)
    }
  }

  async function copyId() {
    await navigator.clipboard.writeText(id)
    notifyDone(text.copiedId)
  }

  const use: Action = {
    id: 'use',
    label: fillText.titleOf(name),
    icon: IconForms,
    run: () =>
      void navigate({ to: '/c/$company/templates/$template/use', params: { company, template: id } }),
  }
  const batch: Action = {
    id: 'batch',
    label: batchText.create,
    icon: IconTable,
    run: () =>
      void navigate({ to: '/c/$company/batches/new', params: { company }, search: { template: id } }),
  }
  const dialogs = (
    <ShareDialog
      opened={isSharing}
      onClose={() => setIsSharing(false)}
      name={name}
      target={{ template_id: id }}
    />
  )
  return {
    canUse,
    canEdit,
    isPublished: noun === 'archival',
    isChanging: change.isPending,
    use,
    batch,
    step,
    others,
    end,
    dialogs,
  }
}

const Item = ({ label, icon: Icon, run }: Action) => (
  <Menu.Item leftSection={<Icon size={16} />} onClick={run}>
    {label}
  </Menu.Item>
)

/** Registered while the page is mounted, and always with the current handlers. */
function useActionCommands(group: string, actions: Action[]) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const ids = actions.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the IDs determine the actions.
  const commands = useMemo<Command[]>(
    () =>
      actions.map(({ id, label, icon }) => ({
        id: `template-${id}`,
        label,
        icon,
        group,
        run: () => latest.current.find((action) => action.id === id)?.run(),
      })),
    [ids, group],
  )
  useCommands(commands)
}
