import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import { zipText as text } from '../../../strings/brand-kit.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/notify.tsx'
import classes from './download.module.css'
import { useZip, type ZipRow } from './use-zip.ts'

type Props = { opened: boolean; onClose(): void; kit: BrandKit }

/** Closing the dialog cancels the download. */
export function ZipDialog({ opened, onClose, kit }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(kit.name)}>
      <Zip kit={kit} onClose={onClose} />
    </Dialog>
  )
}

function Zip({ kit, onClose }: Pick<Props, 'kit' | 'onClose'>) {
  const { state, rows, error, name, start } = useZip(kit)
  const done = rows.filter(({ state }) => state === 'done').length
  const failed = rows.filter(({ state }) => state === 'failed').length
  const said = {
    fetching: text.fetched(done, rows.length),
    zipping: text.zipping,
    saved: text.saved(name),
    failed: text.fetched(done, rows.length),
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {text.text}
      </Text>
      <div>
        <Progress
          value={rows.length === 0 ? 0 : (done / rows.length) * 100}
          aria-label={text.progress}
          mb={6}
          {...(state === 'failed' && { color: 'red.8' })}
        />
        <Text size="sm" role="status">
          {said[state]}
        </Text>
      </div>
      {state === 'failed' && (
        <Alert color="red" role="alert">
          {failed > 0 ? text.failed(failed) : <ErrorText error={error ?? new Error(text.failedAll)} />}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long content must also be scrollable by keyboard. */}
      <ul className={classes.files} aria-label={text.files} tabIndex={0}>
        {rows.map((row) => (
          <FileRow key={row.id} row={row} />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {state === 'saved' ? uiText.close : uiText.cancel}
        </Button>
        {state === 'failed' && <Button onClick={start}>{text.retry}</Button>}
      </Group>
    </Stack>
  )
}

const icons = { waiting: IconClock, done: IconCheck, failed: IconAlertTriangle }

function FileRow({ row: { label, state, error } }: { row: ZipRow }) {
  const Icon = icons[state]
  return (
    <li className={classes.file}>
      <span className={classes.fileName}>
        <Icon size={14} aria-label={text.states[state]} />
        {label}
      </span>
      {error && (
        <Text component="div" c="var(--mantine-color-error)">
          <ErrorText error={error} />
        </Text>
      )}
    </li>
  )
}
