import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPencil, IconPhotoDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Preset } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { presetsText as text } from '../../strings/presets.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { PresetDialog } from './preset-dialog.tsx'
import { usePresetChanges, usePresets } from './presets.ts'

export function PresetList() {
  const canWrite = useCompany().can('library:write')
  const presets = usePresets()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <Stack>
      <Loaded query={presets}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.none}
            </Text>
          ) : (
            <Rows label={text.title}>
              {rows.map((preset) => (
                <PresetRow key={preset.id} preset={preset} canWrite={canWrite} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {canWrite && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
            {text.create}
          </Button>
        </Group>
      )}
      <PresetDialog opened={isCreating} onClose={() => setIsCreating(false)} />
    </Stack>
  )
}

function PresetRow({ preset, canWrite }: { preset: Preset; canWrite: boolean }) {
  const { id, name, label, width, height, format, color_profile } = preset
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const { remove } = usePresetChanges()
  const close = () => setAsking(undefined)
  const facts = [
    name,
    text.size(width, height),
    text.formats[format],
    ...(color_profile === 'srgb' ? [] : [color_profile.toUpperCase()]),
  ]
  return (
    <>
      <Row
        icon={<IconPhotoDown size={20} />}
        title={label}
        detail={facts.join(' · ')}
        action={
          canWrite && (
            <ActionsMenu label={text.actionsOf(label)}>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('edit')}>
                {text.edit}
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('delete')}>
                {text.delete}
              </Menu.Item>
            </ActionsMenu>
          )
        }
      />
      <PresetDialog opened={asking === 'edit'} onClose={close} preset={preset} />
      <Confirm
        opened={asking === 'delete'}
        onClose={close}
        title={text.deleteTitle(label)}
        confirmLabel={text.delete}
        isDangerous
        onConfirm={() => remove(id).then(() => notifyDone(text.deleted))}
      >
        {text.deleteText}
      </Confirm>
    </>
  )
}
