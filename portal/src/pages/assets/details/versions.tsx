import { Button, FileButton, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Asset, AssetVersion } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { fileSize } from '../../../ui/file-size.ts'
import { ErrorText, notifyDone } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { versionsQuery } from '../asset-queries.ts'
import classes from './details.module.css'
import { Part } from './part.tsx'

/** The files that it had; none is lost when another comes. */
export function Versions({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const versions = useQuery(versionsQuery(company, asset.id))
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [company.id, 'asset'] })
  const replace = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return company.api.put(`/assets/${asset.id}/file`, form)
    },
    onSuccess: () => notifyDone(text.versionUploaded),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: (version: number) => company.api.post(`/assets/${asset.id}/versions/${version}/restoration`),
    onSuccess: (_answer, version) => notifyDone(text.versionRestored(version)),
    onSettled,
  })
  return (
    <Part
      title={text.versions}
      action={
        canEdit && (
          <FileButton onChange={(file) => file && replace.mutate(file)}>
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" loading={replace.isPending}>
                {text.newVersion}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {versions.isPending ? (
        <Skeleton height={32} />
      ) : versions.isError ? (
        <ErrorText error={versions.error} />
      ) : (
        <ul className={classes.rows}>
          {versions.data.map((version) => (
            <Version
              key={version.version}
              version={version}
              isRestoring={restore.isPending && restore.variables === version.version}
              {...(canEdit && { onRestore: () => restore.mutate(version.version) })}
            />
          ))}
        </ul>
      )}
    </Part>
  )
}

type VersionProps = { version: AssetVersion; isRestoring: boolean; onRestore?: () => void }

function Version({ version, isRestoring, onRestore }: VersionProps) {
  const { version: number, is_current, restored_from, created_by, created_at, size, extension, url } = version
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={classes.fileName}
          aria-label={text.openVersion(number)}
        >
          {text.version(number)}
        </a>{' '}
        {restored_from !== null && (
          <Text span size="xs" c="dimmed">
            {text.restoredFrom(restored_from)}
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          {extension.toUpperCase()} · {fileSize(size)} · <RelativeTime at={created_at} />
          {created_by && ` ${text.createdBy} ${created_by.name}`}
        </Text>
      </div>
      {is_current ? (
        <Text span size="xs" c="dimmed">
          {text.current}
        </Text>
      ) : (
        onRestore && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isRestoring}
            aria-label={text.restoreVersionOf(number)}
            onClick={onRestore}
          >
            {text.restoreVersion}
          </Button>
        )
      )}
    </li>
  )
}
