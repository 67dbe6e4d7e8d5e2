import { Input, Stack, Text, TextInput } from '@mantine/core'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { pageLanguage } from '../../../language/language.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { Part } from '../../../ui/part.tsx'
import { useChangeAsset } from './use-change-asset.ts'
import { Word } from './words.tsx'

type Props = { asset: Asset; canEdit: boolean }

export function Rights({ asset, canEdit }: Props) {
  return (
    <Part title={text.rights}>
      <Stack gap="sm">
        {asset.availability !== 'available' && (
          <Text size="sm" role="status">
            {text.unavailable[asset.availability]}
          </Text>
        )}
        <Day asset={asset} field="available_from" label={text.availableFrom} canEdit={canEdit} />
        <Day asset={asset} field="expires_at" label={text.expiresAt} canEdit={canEdit} />
        <Word asset={asset} field="copyright" label={text.copyright} canEdit={canEdit} />
        <Word asset={asset} field="license" label={text.license} canEdit={canEdit} />
        <Word asset={asset} field="usage_terms" label={text.usageTerms} canEdit={canEdit} />
        <Releases asset={asset} />
      </Stack>
    </Part>
  )
}

const shown = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeZone: 'UTC' })

/** A date. The rights begin or end at the start of that day in UTC. */
function Day({
  asset,
  field,
  label,
  canEdit,
}: Props & { field: 'available_from' | 'expires_at'; label: string }) {
  const change = useChangeAsset(asset.id)
  const value = asset[field]
  if (!canEdit)
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Text size="sm">{value === null ? text.noReleases : shown.format(new Date(value))}</Text>
      </Input.Wrapper>
    )
  return (
    <TextInput
      // Shows changes by others and reverts to the previous date if the server rejects the new date.
      key={value}
      type="date"
      size="sm"
      label={label}
      description={text.dayHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      defaultValue={value?.slice(0, 10) ?? ''}
      error={refusalOf(change.error)}
      onBlur={({ currentTarget: { value: day, validity } }) => {
        if (validity.badInput || day === (value?.slice(0, 10) ?? '')) return
        change.mutate({ [field]: day === '' ? null : new Date(day).toISOString() })
      }}
    />
  )
}

function Releases({ asset: { releases } }: { asset: Asset }) {
  return (
    <Input.Wrapper label={text.releases} labelElement="div">
      {releases.length === 0 && <Text size="sm">{text.noReleases}</Text>}
      {releases.map(({ type, name, reference }) => (
        <Text size="sm" key={`${type} ${name} ${reference}`}>
          {text.releaseTypes[type]}: {name}
          {reference !== null && ` (${reference})`}
        </Text>
      ))}
    </Input.Wrapper>
  )
}
