import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { BrandKit, BrandKitColor } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { colorText as text } from '../../../strings/brand-kit.ts'
import { useReorder } from '../../../ui/use-reorder.ts'
import page from '../brand-kit.module.css'
import { KitPart, NoParts } from '../kit-part.tsx'
import { useParts } from '../use-parts.ts'
import { AddColor, EditColor } from './color-form.tsx'
import classes from './colors.module.css'
import { Swatch } from './swatch.tsx'

export function Colors({ kit }: { kit: BrandKit }) {
  const canWrite = useCompany().can('brandkit:write')
  const { move, remove } = useParts(kit, 'colors')
  const [isAdding, setIsAdding] = useState(false)
  const [edited, setEdited] = useState<BrandKitColor>()
  const { colors } = kit
  const groups = [...Map.groupBy(colors, ({ group }) => group)].sort(ungroupedFirst)
  const drag = useReorder(colors, canWrite, moveOnto)

  /** Moves the color to the place and the group of another color. */
  function moveOnto(color: BrandKitColor, { position, group }: BrandKitColor) {
    move(color, position, group === color.group ? {} : { group })
  }

  return (
    <KitPart
      title={text.title}
      actions={
        canWrite && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {text.add}
          </Button>
        )
      }
    >
      {colors.length === 0 && <NoParts>{canWrite ? text.none : text.noneReader}</NoParts>}
      <Stack gap="lg">
        {groups.map(([group, members]) => (
          <div key={group}>
            {groups.length > 1 || group !== null ? (
              <h3 className={classes.group}>{group ?? text.ungrouped}</h3>
            ) : null}
            <ul className={`${page.list} ${page.colors}`} aria-label={group ?? text.title}>
              {members.map((color, place) => {
                const [before, after] = [members[place - 1], members[place + 1]]
                return (
                  <Swatch
                    key={color.id}
                    color={color}
                    canWrite={canWrite}
                    drag={drag(color.id)}
                    onEdit={() => setEdited(color)}
                    onRemove={() => remove(color, color.name)}
                    onMoveBack={before && (() => moveOnto(color, before))}
                    onMoveOn={after && (() => moveOnto(color, after))}
                  />
                )
              })}
            </ul>
          </div>
        ))}
      </Stack>
      <AddColor opened={isAdding} kit={kit} onClose={() => setIsAdding(false)} />
      <EditColor color={edited} kit={kit} onClose={() => setEdited(undefined)} />
    </KitPart>
  )
}

/** Sorts colors without a group first. Groups stay in the order of their first color. */
const ungroupedFirst = ([one]: [string | null, unknown], [other]: [string | null, unknown]) =>
  Number(one !== null) - Number(other !== null)
