import { ActionIcon, ColorPicker, ColorSwatch, TextInput } from '@mantine/core'
import { useEyeDropper } from '@mantine/hooks'
import { IconColorPicker } from '@tabler/icons-react'
import type { ChangeEvent, ReactNode } from 'react'
import { colorText as text } from '../../../strings/brand-kit.ts'

/** As the form's `getInputProps` gives them. */
type Props = {
  value?: string
  error?: ReactNode
  onChange?(color: ChangeEvent<HTMLInputElement> | string): void
}

/** A color by eye or by number; the areas of the picker are moved in with the arrow keys too. */
export function ColorField({ value = '', onChange, ...rest }: Props) {
  const { supported, open } = useEyeDropper()
  const pick = async () => {
    // Whoever closes the dropper has picked nothing.
    const picked = await open().catch(() => undefined)
    if (picked) onChange?.(picked.sRGBHex.toUpperCase())
  }
  return (
    <div>
      <ColorPicker
        format="hex"
        fullWidth
        value={value}
        onChange={(color) => onChange?.(color.toUpperCase())}
        saturationLabel={text.saturation}
        hueLabel={text.hue}
        mb="sm"
      />
      <TextInput
        label={text.color}
        placeholder="#1F3D33"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange?.(event)}
        leftSection={<ColorSwatch color={value || 'transparent'} size={18} />}
        rightSection={
          supported && (
            <ActionIcon variant="subtle" color="gray" aria-label={text.pick} onClick={() => void pick()}>
              <IconColorPicker size={16} />
            </ActionIcon>
          )
        }
        {...rest}
      />
    </div>
  )
}
