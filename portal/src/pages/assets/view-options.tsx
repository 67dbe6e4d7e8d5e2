import { ActionIcon, Popover, SegmentedControl, Slider, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { cellWidths, setLayout, useLayout } from '../../layout.ts'
import { assetText as text } from '../../strings/assets.ts'
import library from '../../ui/library.module.css'

/**
 * How the grid shows images. This setting belongs to the browser, not to the URL, because it depends on the
 * screen.
 */
export function ViewOptions() {
  const { cellWidth = cellWidths.initial, isWhole = false, isJustified = false } = useLayout()
  return (
    <Popover width={260} position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          className={library.optionsButton}
          aria-label={text.viewOptions}
        >
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.viewOptions}>
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={500} mb={6} aria-hidden>
              {text.pictureSize}
            </Text>
            <Slider
              thumbLabel={text.pictureSize}
              min={cellWidths.min}
              max={cellWidths.max}
              step={8}
              label={null}
              value={cellWidth}
              onChange={(cellWidth) => setLayout({ cellWidth })}
            />
          </div>
          <div>
            <Text size="sm" fw={500} mb={6} aria-hidden>
              {text.pictureFit}
            </Text>
            <SegmentedControl
              fullWidth
              aria-label={text.pictureFit}
              value={isJustified ? 'rows' : isWhole ? 'whole' : 'crop'}
              onChange={(fit) => setLayout({ isWhole: fit === 'whole', isJustified: fit === 'rows' })}
              data={[
                { value: 'crop', label: text.crop },
                { value: 'whole', label: text.whole },
                { value: 'rows', label: text.rows },
              ]}
            />
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
