import { Button, Menu } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { notifyDone, notifyError } from '../../../ui/notify.tsx'
import { Part } from '../../../ui/part.tsx'
import { type KitName, kitsQuery, type OneKit } from '../../brand-kit/kit-queries.ts'
import { useKitsChanged } from '../../brand-kit/use-kit-change.ts'
import classes from './details.module.css'

type PaletteColor = NonNullable<Asset['embedded']['colors']>[number]

/** The colors of a palette file. Renders nothing for other files. */
export function Palette({ asset: { embedded } }: { asset: Asset }) {
  const canAdd = useCompany().can('brandkit:write')
  const { colors } = embedded
  if (!colors?.length) return null
  return (
    <Part title={text.palette} action={canAdd && <AddToKit colors={colors} />}>
      <ul className={classes.palette}>
        {colors.map((color, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two colors can be equal.
          <li key={at} title={titleOf(color)}>
            <span className={classes.paletteColor} style={{ background: color.hex }} />
            <span className={classes.paletteName}>{color.name ?? color.hex}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function titleOf({ name, hex, cmyk }: PaletteColor): string {
  const inks = cmyk && text.inks(cmyk.c, cmyk.m, cmyk.y, cmyk.k)
  return [name, hex, inks].filter(Boolean).join(' · ')
}

function AddToKit({ colors }: { colors: PaletteColor[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const kits = useQuery({ ...kitsQuery(useCompany()), enabled: isOpen })
  const add = useAddColors(colors)
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPalette size={14} aria-hidden />}
          loading={add.isPending}
        >
          {text.addToKit}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.chooseKit}</Menu.Label>
        {kits.data?.map((kit) => (
          <Menu.Item key={kit.id} onClick={() => add.mutate(kit)}>
            {kit.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Adds colors to a kit. Skips colors that the kit already has, so that a retry adds only the missing ones. */
function useAddColors(colors: PaletteColor[]) {
  const company = useCompany()
  const changed = useKitsChanged()
  return useMutation({
    async mutationFn(kit: KitName) {
      const { data } = await company.api.get<OneKit>(`/brand-kit/${kit.id}`)
      const keyOf = ({ name, hex }: { name?: string | undefined; hex: string }) => `${name ?? hex} ${hex}`
      const present = new Set(data.colors.map(keyOf))
      const missing = colors.filter((color) => !present.has(keyOf(color)))
      for (const { name, group, hex, cmyk } of missing)
        await company.api.post('/brand-kit/colors', {
          brand_kit_id: kit.id,
          name: name ?? hex,
          hex,
          ...(cmyk && { cmyk }),
          ...(group && { group }),
        })
      return { kit, count: missing.length }
    },
    onSuccess: ({ kit, count }) => notifyDone(text.addedToKit(count, kit.name)),
    onError: (error) => notifyError(error),
    onSettled: changed,
  })
}
