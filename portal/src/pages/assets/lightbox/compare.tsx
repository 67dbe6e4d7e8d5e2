import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asset, AssetVersion } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { lightboxText as text } from '../../../strings/lightbox.ts'
import { versionText } from '../../../strings/versions.ts'
import { isShownByBrowser } from '../../../ui/picture-formats.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { versionsQuery } from '../asset-queries.ts'
import classes from './lightbox.module.css'

/** Two versions in the same place, with a divider that uncovers one or the other. */
export function Compare({ asset }: { asset: Asset }) {
  const versions = useQuery(versionsQuery(useCompany(), asset.id))
  if (versions.isPending) return <Loading />
  if (versions.isError) return <Failed error={versions.error} onRetry={() => void versions.refetch()} />
  const shown = versions.data.filter(({ extension }) => isShownByBrowser(extension))
  if (shown.length < 2) return <Text>{text.nothingToCompare}</Text>
  return <Pair versions={shown} />
}

function Pair({ versions }: { versions: AssetVersion[] }) {
  const [left, setLeft] = useState(() => versions.find(({ is_current }) => !is_current)!.version)
  const [right, setRight] = useState(
    () => (versions.find(({ is_current }) => is_current) ?? versions[1]!).version,
  )
  const [percent, setPercent] = useState(50)
  const urlOf = (number: number) => versions.find(({ version }) => version === number)!.url
  const options = versions.map(({ version }) => ({
    value: String(version),
    label: versionText.version(version),
  }))
  const choice = (label: string, value: number, onChange: (version: number) => void) => (
    <Select
      size="xs"
      w={140}
      aria-label={label}
      data={options}
      value={String(value)}
      allowDeselect={false}
      onChange={(version) => onChange(Number(version))}
    />
  )
  return (
    <div className={classes.compare}>
      <div className={classes.pair}>
        <img src={urlOf(right)} alt={versionText.version(right)} />
        <img
          src={urlOf(left)}
          alt={versionText.version(left)}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
        <span className={classes.divider} style={{ insetInlineStart: `${percent}%` }} aria-hidden />
        <input
          type="range"
          className={classes.slider}
          aria-label={text.divider}
          value={percent}
          onChange={({ target }) => setPercent(target.valueAsNumber)}
        />
      </div>
      <div className={classes.choices}>
        {choice(text.left, left, setLeft)}
        {choice(text.right, right, setRight)}
      </div>
    </div>
  )
}
