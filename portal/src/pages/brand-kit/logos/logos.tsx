import { useState } from 'react'
import type { BrandKit, BrandKitLogo } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { logoText as text } from '../../../strings/brand-kit.ts'
import { DropArea } from '../../../ui/drop-area.tsx'
import { useReorder } from '../../../ui/use-reorder.ts'
import { AddParts } from '../add-parts.tsx'
import classes from '../brand-kit.module.css'
import { guessLogo } from '../guess.ts'
import { KitPart, NoParts } from '../kit-part.tsx'
import { type BodyOf, useAddFiles } from '../use-add-files.ts'
import { useParts } from '../use-parts.ts'
import { LogoCard } from './logo-card.tsx'
import { EditLogo } from './logo-form.tsx'

const accepted = 'image/*,.svg'

export function Logos({ kit }: { kit: BrandKit }) {
  const canWrite = useCompany().can('brandkit:write')
  const { move, remove } = useParts(kit, 'logos')
  const [edited, setEdited] = useState<BrandKitLogo>()
  const bodyOf: BodyOf = (name, assetId) => ({
    ...guessLogo(name),
    asset_id: assetId,
    brand_kit_id: kit.id,
  })
  const add = useAddFiles('logos', bodyOf)
  const { logos } = kit
  const primary = kit.colors.find(({ role }) => role === 'primary')
  const drag = useReorder(logos, canWrite, (logo, onto) => move(logo, onto.position))
  return (
    <KitPart
      title={text.title}
      actions={
        canWrite && (
          <AddParts
            kind="logos"
            type="image"
            accept={accepted}
            label={text.add}
            bodyOf={bodyOf}
            onFiles={add}
          />
        )
      }
    >
      <DropArea title={text.drop} canDrop={canWrite} onFiles={add}>
        {logos.length === 0 ? (
          <NoParts>{canWrite ? text.none : text.noneReader}</NoParts>
        ) : (
          <ul className={`${classes.list} ${classes.logos}`} aria-label={text.title}>
            {logos.map((logo, place) => (
              <LogoCard
                key={logo.id}
                logo={logo}
                primary={primary}
                canWrite={canWrite}
                drag={drag(logo.id)}
                onEdit={() => setEdited(logo)}
                onRemove={() => remove(logo, logo.name)}
                onMoveBack={place > 0 ? () => move(logo, place - 1) : undefined}
                onMoveOn={place < logos.length - 1 ? () => move(logo, place + 1) : undefined}
              />
            ))}
          </ul>
        )}
      </DropArea>
      <EditLogo logo={edited} onClose={() => setEdited(undefined)} />
    </KitPart>
  )
}
