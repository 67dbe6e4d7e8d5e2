import { Progress, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { refusalOf } from '../errors.ts'
import { uploadText as text } from '../strings/uploads.ts'
import { fileSize } from '../ui/file-size.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Tool } from './icon-button.tsx'
import type { Uploads } from './queue.ts'
import type { Upload } from './task.ts'
import classes from './upload-dock.module.css'

type Props = { upload: Upload; uploads: Uploads }

export function UploadRow({ upload, uploads }: Props) {
  const { id, name, size, sent, state, companyId, assetId } = upload
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        {assetId === undefined ? (
          <Text size="sm" truncate title={name}>
            {name}
          </Text>
        ) : (
          <LinkAnchor
            to="/c/$company/assets"
            params={{ company: companyId }}
            search={{ asset: assetId }}
            size="sm"
            c="var(--mantine-color-text)"
            truncate
            display="block"
            aria-label={text.showOf(name)}
          >
            {name}
          </LinkAnchor>
        )}
        <Said upload={upload} />
        {(state === 'sending' || state === 'paused') && (
          <Progress value={(sent / size) * 100} size={3} mt={4} aria-label={text.progressOf(name)} />
        )}
      </div>
      {(state === 'sending' || state === 'waiting') && (
        <Tool label={text.pauseOf(name)} icon={IconPlayerPause} onClick={() => uploads.pause([id])} />
      )}
      {state === 'paused' && (
        <Tool label={text.resumeOf(name)} icon={IconPlayerPlay} onClick={() => uploads.resume([id])} />
      )}
      {state === 'failed' && (
        <Tool label={text.retryOf(name)} icon={IconRefresh} onClick={() => uploads.resume([id])} />
      )}
      {state !== 'done' && (
        <Tool label={text.cancelOf(name)} icon={IconX} onClick={() => uploads.cancel([id])} />
      )}
    </li>
  )
}

/** The status of an upload in one line. */
function Said({ upload: { state, error, duplicateOf, companyId, sent, size } }: Pick<Props, 'upload'>) {
  if (state === 'failed')
    return (
      <Text size="xs" c="var(--mantine-color-error)">
        {refusalOf(error)}
      </Text>
    )
  if (duplicateOf !== undefined)
    return (
      <Text size="xs" c="dimmed">
        {text.duplicate}{' '}
        <LinkAnchor
          to="/c/$company/assets"
          params={{ company: companyId }}
          search={{ asset: duplicateOf }}
          size="xs"
        >
          {text.showDuplicate}
        </LinkAnchor>
      </Text>
    )
  const said = {
    waiting: text.waiting,
    sending: `${fileSize(sent)} / ${fileSize(size)}`,
    paused: text.paused,
    done: text.uploaded,
  }
  return (
    <Text size="xs" c="dimmed">
      {said[state]}
    </Text>
  )
}
