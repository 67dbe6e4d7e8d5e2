import { Text } from '@mantine/core'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { fileSize } from '../../../ui/file-size.ts'
import { linkEnd } from '../../../ui/link-end.ts'
import classes from '../../../ui/part.module.css'
import { Part } from '../../../ui/part.tsx'

export function Files({ asset }: { asset: Asset }) {
  const { extension, size, width, height, url, renditions } = asset
  const rows = [
    { name: text.original, format: extension, width, height, url, size },
    ...renditions.map(({ name, mime_type, ...picture }) => ({
      ...picture,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      format: mime_type.split('/')[1]!,
      size: undefined,
    })),
  ]
  return (
    <Part title={text.files}>
      <ul className={classes.rows}>
        {rows.map(({ name, format, width, height, url, size }) => (
          <li key={name} className={classes.row}>
            <a href={url} target="_blank" rel="noreferrer" className={classes.fileName}>
              {name}
            </a>
            <Text span size="xs" c="dimmed" className={classes.grow} ta="end">
              {[
                format.toUpperCase(),
                width !== null && height !== null && text.pixels(width, height),
                size !== undefined && fileSize(size),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <CopyButton value={url} label={text.copyUrl(name, linkEnd(url))} />
          </li>
        ))}
      </ul>
    </Part>
  )
}
