import { Anchor, Button, Group, Progress, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createApi } from '../api.ts'
import { refusalOf } from '../errors.ts'
import { uploadText as text } from '../strings/uploads.ts'
import { fileSize } from '../ui/file-size.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Tool } from './icon-button.tsx'
import { isFinished, type Uploads } from './queue.ts'
import type { Choice, Upload } from './task.ts'
import classes from './upload-dock.module.css'

type Props = { upload: Upload; uploads: Uploads }

export function UploadRow({ upload, uploads }: Props) {
  const { id, name, size, sent, state, companyId, assetId, canRetry } = upload
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
        <Said upload={upload} uploads={uploads} />
        {state === 'asking' && <Choices label={name} choose={(choice) => uploads.choose(choice, [id])} />}
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
      {state === 'failed' && canRetry && (
        <Tool label={text.retryOf(name)} icon={IconRefresh} onClick={() => uploads.resume([id])} />
      )}
      {!isFinished(upload) && (
        <Tool
          label={canRetry === false ? text.removeOf(name) : text.cancelOf(name)}
          icon={IconX}
          onClick={() => uploads.cancel([id])}
        />
      )}
    </li>
  )
}

const choices = ['skip', 'add', 'version'] as const

/** Choices for one file or all files whose names already exist in their folders. */
export function Choices({ label, choose }: { label: string; choose(choice: Choice): void }) {
  return (
    <Group gap={4} mt={4} role="group" aria-label={label}>
      {choices.map((choice) => (
        <Button key={choice} size="compact-xs" variant="light" onClick={() => choose(choice)}>
          {text.choices[choice]}
        </Button>
      ))}
    </Group>
  )
}

/** Moves an asset to the trash if the library already has its file. */
function DropCopy({ upload: { id, assetId, companyId }, uploads }: Props) {
  const queryClient = useQueryClient()
  const drop = useMutation({
    mutationFn: () => createApi(companyId).assets.delete(assetId!),
    async onSuccess() {
      uploads.dropCopy(id)
      await queryClient.invalidateQueries({ queryKey: [companyId, 'asset'] })
    },
  })
  return (
    <>
      {' · '}
      <Anchor
        component="button"
        type="button"
        size="xs"
        disabled={drop.isPending}
        onClick={() => drop.mutate()}
      >
        {text.dropCopy}
      </Anchor>
    </>
  )
}

function Said({ upload, uploads }: Props) {
  const { state, error, duplicateOf, sameName, companyId, sent, size, isVersion } = upload

  if (state === 'failed')
    return (
      <Text size="xs" c="var(--mantine-color-error)">
        {refusalOf(error)}
      </Text>
    )
  const existing = state === 'asking' ? sameName : duplicateOf
  if (existing !== undefined)
    return (
      <Text size="xs" c="dimmed">
        {state === 'asking' ? text.sameName : text.duplicate}{' '}
        <LinkAnchor
          to="/c/$company/assets"
          params={{ company: companyId }}
          search={{ asset: existing }}
          size="xs"
        >
          {text.showDuplicate}
        </LinkAnchor>
        {state === 'done' && <DropCopy upload={upload} uploads={uploads} />}
      </Text>
    )
  const said = {
    waiting: text.waiting,
    asking: text.sameName,
    sending: `${fileSize(sent)} / ${fileSize(size)}`,
    paused: text.paused,
    lost: text.lost,
    done: isVersion ? text.newVersion : text.uploaded,
    skipped: text.skipped,
  }
  return (
    <Text size="xs" c="dimmed">
      {said[state]}
    </Text>
  )
}
