import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { BrandKit, BrandKitFont } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { fontText as text } from '../../../strings/brand-kit.ts'
import { DropArea } from '../../../ui/drop-area.tsx'
import { useReorder } from '../../../ui/use-reorder.ts'
import { AddParts } from '../add-parts.tsx'
import page from '../brand-kit.module.css'
import { guessFont } from '../guess.ts'
import { KitPart, NoParts } from '../kit-part.tsx'
import { type BodyOf, useAddFiles } from '../use-add-files.ts'
import { useParts } from '../use-parts.ts'
import { FontCard, fontName } from './font-card.tsx'
import { fontFiles } from './font-files.ts'
import { AddFont, EditFont } from './font-form.tsx'

export function Fonts({ kit }: { kit: BrandKit }) {
  const canWrite = useCompany().can('brandkit:write')
  const { move, remove } = useParts(kit, 'fonts')
  const [isAdding, setIsAdding] = useState(false)
  const [edited, setEdited] = useState<BrandKitFont>()
  const bodyOf: BodyOf = (name, assetId) => ({
    ...guessFont(name),
    asset_id: assetId,
    brand_kit_id: kit.id,
  })
  const add = useAddFiles('fonts', bodyOf)
  const { fonts } = kit
  const drag = useReorder(fonts, canWrite, (font, onto) => move(font, onto.position))
  return (
    <KitPart
      title={text.title}
      actions={
        canWrite && (
          <AddParts
            kind="fonts"
            type="font"
            accept={fontFiles}
            label={text.add}
            bodyOf={bodyOf}
            onFiles={add}
          >
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              {text.addByName}
            </Button>
          </AddParts>
        )
      }
    >
      <DropArea title={text.drop} canDrop={canWrite} onFiles={add}>
        {fonts.length === 0 ? (
          <NoParts>{canWrite ? text.none : text.noneReader}</NoParts>
        ) : (
          <ul className={page.list} aria-label={text.title}>
            {fonts.map((font, place) => (
              <FontCard
                key={font.id}
                font={font}
                canWrite={canWrite}
                drag={drag(font.id)}
                onEdit={() => setEdited(font)}
                onRemove={() => remove(font, fontName(font))}
                onMoveBack={place > 0 ? () => move(font, place - 1) : undefined}
                onMoveOn={place < fonts.length - 1 ? () => move(font, place + 1) : undefined}
              />
            ))}
          </ul>
        )}
      </DropArea>
      <AddFont opened={isAdding} kitId={kit.id} onClose={() => setIsAdding(false)} />
      <EditFont font={edited} onClose={() => setEdited(undefined)} />
    </KitPart>
  )
}
