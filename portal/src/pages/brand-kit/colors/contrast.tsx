import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { contrastText as text } from '../../../strings/brand-kit.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { KitPart, NoParts } from '../kit-part.tsx'
import { type Contrast as Compared, contrastQuery } from '../kit-queries.ts'
import { ContrastTable } from './contrast-table.tsx'

/** Maximum number of colors in the table. A kit can have 200, which would be unreadable and slow. */
const colorsMax = 14

export function Contrast({ kit }: { kit: BrandKit }) {
  const contrast = useQuery(contrastQuery(useCompany(), kit.id))
  if (kit.colors.length === 0) return null
  return (
    <KitPart title={text.title} description={text.description}>
      <Loaded query={contrast} height={240}>
        {(contrast) =>
          contrast.colors.length < 2 ? <NoParts>{text.few}</NoParts> : <Matrix contrast={contrast} />
        }
      </Loaded>
    </KitPart>
  )
}

function Matrix({ contrast: { colors, pairs } }: { contrast: Compared }) {
  const [chosen, setChosen] = useState<string[]>()
  const shown = chosen
    ? colors.filter(({ id }) => chosen.includes(id)).slice(0, colorsMax)
    : colors.slice(0, colorsMax)
  return (
    <>
      {colors.length > colorsMax && (
        <MultiSelect
          mb="sm"
          maw={620}
          label={text.choose}
          description={text.chooseHint(colorsMax)}
          data={colors.map(({ id, name }) => ({ value: id, label: name }))}
          value={shown.map(({ id }) => id)}
          onChange={setChosen}
          maxValues={colorsMax}
          searchable
        />
      )}
      {shown.length < 2 ? <NoParts>{text.few}</NoParts> : <ContrastTable colors={shown} pairs={pairs} />}
    </>
  )
}
