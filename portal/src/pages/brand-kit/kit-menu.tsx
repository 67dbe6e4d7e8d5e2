import { Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconShare, IconStar, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrandKit } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { kitText as text } from '../../strings/brand-kit.ts'
import { sharesText } from '../../strings/shares.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { ShareDialog } from '../shares/share-dialog.tsx'
import { KitForm } from './kit-form.tsx'
import { useKitChange, useKitsChanged } from './use-kit-change.ts'

type Props = { kit: BrandKit; etag: string | null }

export function KitMenu({ kit, etag }: Props) {
  const { api, can } = useCompany()
  const [asking, setAsking] = useState<'create' | 'rename' | 'share' | 'delete'>()
  const navigate = useNavigate()
  const changed = useKitsChanged()
  const change = useKitChange(kit.id)
  const close = () => setAsking(undefined)

  const makeDefault = () =>
    change.mutate({
      show: (kit) => ({ ...kit, is_default: true }),
      send: (api) => api.brandKits.update(kit.id, { is_default: true }),
      onDone: () => notifyDone(text.madeDefault(kit.name)),
    })

  async function remove() {
    await api.brandKits.delete(kit.id)
    notifyDone(text.deleted)
    await navigate({ to: '.', search: {}, replace: true })
    await changed()
  }

  return (
    <>
      <ActionsMenu label={text.actions}>
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setAsking('create')}>
          {text.create}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('rename')}>
          {text.rename}
        </Menu.Item>
        {can('shares:write') && (
          <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setAsking('share')}>
            {sharesText.share}
          </Menu.Item>
        )}
        {!kit.is_default && (
          <Menu.Item leftSection={<IconStar size={16} />} onClick={makeDefault}>
            {text.makeDefault}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('delete')}>
          {text.delete}
        </Menu.Item>
      </ActionsMenu>
      <KitForm opened={asking === 'create'} onClose={close} title={text.create} />
      <KitForm
        opened={asking === 'rename'}
        onClose={close}
        title={text.renameTitle(kit.name)}
        known={{ kit, etag }}
      />
      <ShareDialog
        opened={asking === 'share'}
        onClose={close}
        name={kit.name}
        target={{ brand_kit_id: kit.id }}
      />
      <Confirm
        opened={asking === 'delete'}
        onClose={close}
        title={text.deleteTitle(kit.name)}
        confirmLabel={text.deleteKit}
        isDangerous
        typed={kit.name}
        onConfirm={remove}
      >
        {text.deleteText(kit.logos.length, kit.colors.length, kit.fonts.length)}
      </Confirm>
    </>
  )
}
