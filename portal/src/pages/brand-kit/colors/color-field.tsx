import { ActionIcon, ColorPicker, ColorSwatch, TextInput } from '@mantine/core'
import { useEyeDropper } from '@mantine/hooks'
import { IconColorPicker } from '@tabler/icons-react'
import type { ChangeEvent, ClipboardEvent, FocusEvent, ReactNode } from 'react'
import { colorText as text } from '../../../strings/brand-kit.ts'
import { hexOf } from './css-color.ts'

/** The result of the form's `getInputProps`. */
type Props = {
  value?: string
  error?: ReactNode
  onChange?(color: ChangeEvent<HTMLInputElement> | string): void
  onBlur?(event: FocusEvent<HTMLInputElement>): void
}

/** A color picker with number fields. The areas of the picker also work with the arrow keys. */
export function ColorField({ value = '', onChange, onBlur, ...rest }: Props) {
  const { supported, open } = useEyeDropper()
  const pick = async () => {
    // The user closed the eyedropper without picking.
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
        onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
          const hex = hexOf(event.clipboardData.getData('text'))
          if (!hex) return
          event.preventDefault()
          onChange?.(hex)
        }}
        onBlur={(event) => {
          onBlur?.(event)
          const hex = hexOf(value)
          if (hex) onChange?.(hex)
        }}
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
