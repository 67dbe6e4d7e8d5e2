import { Box, Button, FileButton, Skeleton, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Creator } from '../../../sdk/src/index.ts'
import { versionText as text } from '../strings/versions.ts'
import { FormFailure } from './form-failure.tsx'
import classes from './part.module.css'
import { Part, PartFailed } from './part.tsx'
import { RelativeTime } from './relative-time.tsx'

type Version = {
  version: number
  is_current: boolean
  restored_from: number | null
  created_by: Creator | null
  created_at: string
  url: string
  /** This is set only if versions have their own renditions. */
  thumbnail_url?: string | null
}

type Props<Row extends Version> = {
  query: { data: Row[] | undefined; error: Error | null; refetch(): unknown }
  factsOf(version: Row): string
  none?: string
  failure?: Error | null
  /** The version history of a file. A new version keeps all older versions. */
  upload?: { accept?: string; isBusy: boolean; run(file: File): void }
  restore?: { busy: number | undefined; run(version: number): void }
}

/** The version history of a file. A new version keeps all older ones. */
export function VersionList<Row extends Version>({
  query,
  factsOf,
  none,
  failure = null,
  upload,
  restore,
}: Props<Row>) {
  return (
    <Part title={text.title} action={upload && <Upload {...upload} />}>
      {failure && (
        <Box mb="xs">
          <FormFailure failure={failure} />
        </Box>
      )}
      {query.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : query.data ? (
        <ul className={classes.rows}>
          {query.data.map((version) => (
            <VersionRow key={version.version} version={version} facts={factsOf(version)} restore={restore} />
          ))}
        </ul>
      ) : query.error ? (
        <PartFailed query={query} />
      ) : (
        <Skeleton height={32} />
      )}
    </Part>
  )
}

function Upload({ accept, isBusy, run }: NonNullable<Props<Version>['upload']>) {
  return (
    <FileButton {...(accept !== undefined && { accept })} onChange={(file) => file && run(file)}>
      {(props) => (
        <Button {...props} size="compact-sm" variant="default" loading={isBusy}>
          {text.upload}
        </Button>
      )}
    </FileButton>
  )
}

type RowProps = { version: Version; facts: string } & {
  restore: ComponentProps<typeof VersionList>['restore']
}

function VersionRow({ version, facts, restore }: RowProps) {
  const { version: number, is_current, restored_from, created_by, created_at, url, thumbnail_url } = version
  return (
    <li className={classes.row}>
      {thumbnail_url !== undefined && (
        <span className={classes.picture}>
          {thumbnail_url !== null && <img src={thumbnail_url} alt="" loading="lazy" />}
        </span>
      )}
      <div className={classes.grow}>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={classes.fileName}
          aria-label={text.open(number)}
        >
          {text.version(number)}
        </a>{' '}
        {restored_from !== null && (
          <Text span size="xs" c="dimmed">
            {text.restoredFrom(restored_from)}
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          {facts} · <RelativeTime at={created_at} />
          {created_by && ` ${text.by} ${created_by.name}`}
        </Text>
      </div>
      {is_current ? (
        <Text span size="xs" c="dimmed">
          {text.current}
        </Text>
      ) : (
        restore && (
          <Button
            size="compact-sm"
            variant="default"
            loading={restore.busy === number}
            aria-label={text.restoreOf(number)}
            onClick={() => restore.run(number)}
          >
            {text.restore}
          </Button>
        )
      )}
    </li>
  )
}
