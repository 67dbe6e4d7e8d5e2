import { Group, Paper, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { uploadText as text } from '../strings/uploads.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Tool } from './icon-button.tsx'
import type { Uploads } from './queue.ts'
import type { Upload } from './task.ts'
import classes from './upload-dock.module.css'
import { UploadRow } from './upload-row.tsx'

/** Maximum number of listed files. */
const rowsMax = 60
/** Asks for confirmation only above this number of unfinished files. */
const unaskedMax = 3

/** The progress of all uploads, shown on every page. */
export function UploadDock({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  const [isOpen, setIsOpen] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const rows = [...list].sort((one, other) => rank[one.state] - rank[other.state])
  const isBusy = list.some(({ state }) => state === 'sending' || state === 'waiting')
  const canResume = list.some(({ state }) => state === 'paused' || state === 'failed')
  const unfinished = list.filter(({ state }) => state !== 'done').length
  const isDone = unfinished === 0

  function end() {
    uploads.cancel()
    uploads.clear()
  }

  return (
    <Paper component="section" className={classes.dock} shadow="lg" radius="lg" aria-label={text.title}>
      <Group gap={4} wrap="nowrap" className={classes.head}>
        <Text size="sm" fw={600} flex={1} truncate>
          {titleOf(list)}
        </Text>
        {isBusy && <Tool label={text.pauseAll} icon={IconPlayerPause} onClick={() => uploads.pause()} />}
        {!isBusy && canResume && (
          <Tool label={text.resumeAll} icon={IconPlayerPlay} onClick={() => uploads.resume()} />
        )}
        <Tool
          label={isOpen ? text.collapse : text.expand}
          icon={isOpen ? IconChevronDown : IconChevronUp}
          isExpanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <Tool
          label={isDone ? text.clear : text.cancelAll}
          icon={IconX}
          onClick={unfinished > unaskedMax ? () => setIsAsking(true) : end}
        />
      </Group>
      {!isDone && <Progress value={shareOf(list)} size={3} radius={0} aria-label={text.total} />}
      {isOpen && (
        <ul className={classes.rows}>
          {rows.slice(0, rowsMax).map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
          {rows.length > rowsMax && (
            <li className={classes.row}>
              <Text size="xs" c="dimmed">
                {text.more(rows.length - rowsMax)}
              </Text>
            </li>
          )}
        </ul>
      )}
      <VisuallyHidden role="status">{!isBusy && titleOf(list)}</VisuallyHidden>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.cancelTitle(unfinished)}
        confirmLabel={text.cancelAll}
        isDangerous
        onConfirm={async () => end()}
      >
        {text.cancelText}
      </Confirm>
    </Paper>
  )
}

/** Errors first, then uploads in progress. */
const rank = { failed: 0, sending: 1, paused: 2, waiting: 3, done: 4 }

function titleOf(list: readonly Upload[]): string {
  const count = (state: Upload['state']) => list.filter((one) => one.state === state).length
  const done = count('done')
  if (count('sending') + count('waiting') > 0) return text.uploading(done, list.length)
  if (count('failed') > 0) return text.failedOf(count('failed'))
  if (count('paused') > 0) return text.paused
  return text.finished(done)
}

/** By bytes, so that a film weighs more than an icon. */
function shareOf(list: readonly Upload[]): number {
  const size = list.reduce((sum, one) => sum + one.size, 0)
  return size === 0 ? 0 : (list.reduce((sum, one) => sum + one.sent, 0) / size) * 100
}
