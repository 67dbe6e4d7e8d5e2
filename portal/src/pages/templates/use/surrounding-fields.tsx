import { Select } from '@mantine/core'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import { languages } from '../../../language/every-language.ts'
import { kitToUse } from '../../../preview/preview-setup.ts'
import { fillText as text } from '../../../strings/renders.ts'
import { noneOf } from '../../../ui/options.ts'
import type { Draft } from './draft.ts'

type Props = Pick<Draft, 'language' | 'brandKitId'> & {
  kits: readonly BrandKit[] | undefined
  onChange(part: Partial<Pick<Draft, 'language' | 'brandKitId'>>): void
}

/** The language and, if there are several, the brand kit. Both affect how values are interpreted and drawn. */
export function SurroundingFields({ kits, language, brandKitId, onChange }: Props) {
  return (
    <>
      <Select
        label={text.language}
        description={text.languageHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[noneOf(text.noLanguage), ...languages]}
        value={language ?? ''}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ language: value || null })}
      />
      {kits && kits.length > 1 && (
        <KitField kits={kits} value={brandKitId} onChange={(brandKitId) => onChange({ brandKitId })} />
      )}
    </>
  )
}

type KitProps = { kits: readonly BrandKit[]; value: string | null; onChange(kitId: string | null): void }

function KitField({ kits, value, onChange }: KitProps) {
  const standard = kitToUse(kits, null)
  return (
    <Select
      label={text.brandKit}
      data={kits.map(({ id, name }) => ({
        value: id === standard?.id ? '' : id,
        label: id === standard?.id ? text.defaultKit(name) : name,
      }))}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(kitId) => onChange(kitId || null)}
    />
  )
}
