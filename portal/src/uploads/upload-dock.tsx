import { Button, Group, Paper, Progress, Text, VisuallyHidden } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef, useNetwork } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { uploadText as text } from '../strings/uploads.ts'
import { Confirm } from '../ui/confirm.tsx'
import { notifyError } from '../ui/notify.tsx'
import { Tool } from './icon-button.tsx'
import { isFinished, type Uploads } from './queue.ts'
import type { Upload } from './task.ts'
import classes from './upload-dock.module.css'
import { Choices, UploadRow } from './upload-row.tsx'

/** Maximum number of listed files. */
const rowsMax = 60
/** Maximum number of unfinished files that are canceled without a confirmation. */
const unaskedMax = 3
/** Time after which the panel folds, and then closes, once all files are uploaded. */
const foldMs = 4_000
const closeMs = 12_000

export function UploadDock({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  const [isOpen, setIsOpen] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const rows = [...list].sort((one, other) => rank[one.state] - rank[other.state])
  const isBusy = list.some(({ state }) => state === 'sending' || state === 'waiting')
  const canResume = list.some(({ state, canRetry }) => state === 'paused' || (state === 'failed' && canRetry))
  const unfinished = list.filter((upload) => !isFinished(upload)).length
  const isDone = unfinished === 0
  const asking = list.filter(({ state }) => state === 'asking').length
  const lost = list.filter(({ state }) => state === 'lost').length
  const { online = true } = useNetwork()
  const held = useFolding(
    { isBusy, isDone, hasDuplicates: list.some(({ duplicateOf }) => duplicateOf) },
    setIsOpen,
    () => uploads.clear(),
  )
  const title = online || unfinished === 0 ? titleOf(list) : text.offline

  function end() {
    uploads.cancel()
    uploads.clear()
  }

  return (
    <Paper
      ref={held}
      component="section"
      className={classes.dock}
      shadow="lg"
      radius="lg"
      aria-label={text.title}
    >
      <Group gap={4} wrap="nowrap" className={classes.head}>
        <Text size="sm" fw={600} flex={1} truncate>
          {title}
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
      {isOpen && asking > 1 && (
        <div className={classes.banner}>
          <Text size="xs">{text.sameNames(asking)}</Text>
          <Choices label={text.forAll} choose={(choice) => uploads.choose(choice)} />
        </div>
      )}
      {isOpen && lost > 0 && <ChooseAgain count={lost} uploads={uploads} />}
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
      <VisuallyHidden role="status">{(!isBusy || !online) && title}</VisuallyHidden>
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

type Folding = { isBusy: boolean; isDone: boolean; hasDuplicates: boolean }

/**
 * Folds the panel when all is done, and closes it, but not while the pointer or the focus is in it.
 * @returns its ref.
 */
function useFolding(
  { isBusy, isDone, hasDuplicates }: Folding,
  setIsOpen: (isOpen: boolean) => void,
  close: () => void,
) {
  const { hovered, ref: hover } = useHover()
  const { focused, ref: focus } = useFocusWithin()
  const latest = useRef({ setIsOpen, close })
  latest.current = { setIsOpen, close }
  const isQuiet = isDone && !hovered && !focused
  useEffect(() => {
    if (isBusy) latest.current.setIsOpen(true)
  }, [isBusy])
  useEffect(() => {
    // The existing assets would be missed.
    if (!isQuiet || hasDuplicates) return
    const fold = setTimeout(() => latest.current.setIsOpen(false), foldMs)
    const end = setTimeout(() => latest.current.close(), closeMs)
    return () => {
      clearTimeout(fold)
      clearTimeout(end)
    }
  }, [isQuiet, hasDuplicates])
  return useMergedRef(hover, focus)
}

/** Asks for the files that the browser did not keep when the page was reloaded. */
function ChooseAgain({ count, uploads }: { count: number; uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.banner}>
      <Text size="xs">{text.chooseAgain(count)}</Text>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text.chooseLost}
        onChange={({ currentTarget }) => {
          const unknown = uploads.giveFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
          if (unknown.length > 0) notifyError(new Error(text.otherFile(unknown[0]!.name)))
        }}
      />
      <Button size="compact-xs" variant="light" mt={4} onClick={() => input.current?.click()}>
        {text.chooseLost}
      </Button>
    </div>
  )
}

/** Errors and questions first, then uploads in progress. */
const rank = { failed: 0, asking: 1, lost: 2, sending: 3, paused: 4, waiting: 5, skipped: 6, done: 7 }

function titleOf(list: readonly Upload[]): string {
  const count = (state: Upload['state']) => list.filter((one) => one.state === state).length
  const done = count('done')
  if (count('sending') + count('waiting') > 0) return text.uploading(done, list.length)
  if (count('failed') > 0) return text.failedOf(count('failed'))
  if (count('asking') > 0) return text.askingOf(count('asking'))
  if (count('lost') > 0) return text.lostOf(count('lost'))
  if (count('paused') > 0) return text.paused
  return done === 0 && count('skipped') > 0 ? text.skippedOf(count('skipped')) : text.finished(done)
}

/** The share of finished bytes, so that a film counts more than an icon. */
function shareOf(list: readonly Upload[]): number {
  const size = list.reduce((sum, one) => sum + one.size, 0)
  return size === 0 ? 0 : (list.reduce((sum, one) => sum + one.sent, 0) / size) * 100
}
