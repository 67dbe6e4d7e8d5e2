import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconFolderPlus,
  IconForms,
  IconMessage,
  IconTrash,
} from '@tabler/icons-react'
import type { Render, Template } from '../../../../../sdk/src/index.ts'
import { pageLanguage } from '../../../language/language.ts'
import { useCompany } from '../../../session.ts'
import { commentsText } from '../../../strings/comments.ts'
import { fillText, renderText as text } from '../../../strings/renders.ts'
import { uiText } from '../../../strings/ui.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { notifyDone, notifyError } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { downloadRender } from './download.ts'
import { Face } from './face.tsx'
import { Findings } from './findings.tsx'
import classes from './renders.module.css'

type Props = {
  template: Template
  render: Render
  canWrite: boolean
  canKeep: boolean
  onUse?: ((render: Render) => void) | undefined
  onKeep(): void
  onComment(): void
  onRemove(): void
}

export const pictureOf = ({ thumbnail_url, url, mime_type }: Render) =>
  thumbnail_url ?? (mime_type === 'application/pdf' ? null : url)

export function RenderCard({ template, render, ...actions }: Props) {
  const { format, width, height, created_at, findings, status, failure, asset_id } = render
  const name = nameOf(render)
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <Face status={status} label={text.statuses[status]} picture={pictureOf(render)} />
      </div>
      <div className={classes.caption}>
        <div className={classes.words}>
          <div className={classes.name}>{text.facts(fillText.formats[format], width, height)}</div>
          <div className={classes.facts}>
            {status === 'done' ? <RelativeTime at={created_at} /> : text.statuses[status]}
          </div>
        </div>
        {status === 'done' && (
          <Tooltip label={text.download}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${text.download}${uiText.colon}${name}`}
              onClick={() => void downloadRender(template, render).catch(notifyError)}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <Actions name={name} render={render} {...actions} />
      </div>
      {failure !== null && (
        <Text size="xs" c="var(--mantine-color-error)" px={10} pb={8}>
          {failure}
        </Text>
      )}
      {(findings.length > 0 || asset_id !== null) && (
        <div className={classes.extras}>
          {findings.length > 0 && <Findings variables={template.variables} findings={findings} name={name} />}
          {asset_id !== null && <InLibrary assetId={asset_id} />}
        </div>
      )}
    </li>
  )
}

const time = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short' })

export const nameOf = ({ format, created_at }: Render) =>
  text.name(fillText.formats[format], time.format(new Date(created_at)))

type ActionsProps = Pick<
  Props,
  'render' | 'canWrite' | 'canKeep' | 'onUse' | 'onKeep' | 'onComment' | 'onRemove'
> & {
  name: string
}

function Actions({ name, render, canWrite, canKeep, onUse, onKeep, onComment, onRemove }: ActionsProps) {
  const canRead = useCompany().can('assets:read')
  const { url, status, asset_id } = render
  const canBeKept = canKeep && status === 'done' && asset_id === null

  async function copyUrl() {
    await navigator.clipboard.writeText(url!)
    notifyDone(text.copiedUrl)
  }

  if (!onUse && !canBeKept && url === null && !canWrite && !canRead) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={text.more(name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onUse && (
          <Menu.Item leftSection={<IconForms size={16} />} onClick={() => onUse(render)}>
            {text.useValues}
          </Menu.Item>
        )}
        {canBeKept && (
          <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={onKeep}>
            {text.keep}
          </Menu.Item>
        )}
        {url !== null && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copyUrl()}>
            {text.copyUrl}
          </Menu.Item>
        )}
        {canRead && (
          <Menu.Item leftSection={<IconMessage size={16} />} onClick={onComment}>
            {commentsText.title}
          </Menu.Item>
        )}
        {canWrite && (
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={onRemove}>
            {text.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function InLibrary({ assetId }: { assetId: string }) {
  return (
    <LinkAnchor
      to="/c/$company/assets"
      params={{ company: useCompany().id }}
      search={{ asset: assetId }}
      size="xs"
    >
      {text.keptAs}
    </LinkAnchor>
  )
}
