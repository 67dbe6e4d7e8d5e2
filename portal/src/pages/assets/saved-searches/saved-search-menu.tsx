import { Menu } from '@mantine/core'
import {
  IconBell,
  IconBellOff,
  IconFilterCheck,
  IconLock,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SavedSearch } from '../../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany, useMe } from '../../../session.ts'
import { savedSearchText as text } from '../../../strings/saved-searches.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { ContextMenu, type RowMenu } from '../../../ui/context-menu.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useAssetSearch } from '../use-asset-search.ts'
import { RenameSearch } from './rename-search.tsx'
import { canSave, filtersOf, isUnchanged } from './saved-filters.ts'
import { useSavedSearchesChanged } from './saved-search-queries.ts'

type MenuProps = {
  saved: SavedSearch
  onGone(): void
}

export const SavedSearchMenu = (props: MenuProps) => (
  <Actions {...props}>{(items) => <ActionsMenu label={text.actions}>{items}</ActionsMenu>}</Actions>
)

type ContextProps = { menu: RowMenu<SavedSearch>; onGone(id: string): void }

export function SavedSearchContextMenu({ menu: { row, at, close }, onGone }: ContextProps) {
  if (!row) return null
  return (
    <Actions key={row.id} saved={row} onGone={() => onGone(row.id)}>
      {(items) => (
        <ContextMenu at={at} onClose={close} label={text.actionsOf(row.name)}>
          {items}
        </ContextMenu>
      )}
    </Actions>
  )
}

type Change = { send(api: CurrentCompany['api']): Promise<unknown>; done: string }

/** Readers can only follow. */
function Actions({ saved, onGone, children }: MenuProps & { children(items: ReactNode): ReactNode }) {
  const { id, name, is_followed, visibility, created_by } = saved
  const { api, can } = useCompany()
  const me = useMe()
  const { search } = useAssetSearch()
  const changed = useSavedSearchesChanged()
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const change = useMutation({
    meta: { showsError: true },
    mutationFn: ({ send }: Change) => send(api),
    onSuccess: (_, { done }) => notifyDone(done),
    onSettled: changed,
  })
  const close = () => setAsking(undefined)
  const isOpen = search.saved === id
  const isShared = visibility === 'company'

  async function remove() {
    await api.savedSearches.delete(id)
    notifyDone(text.removed)
    onGone()
    await changed()
  }

  return (
    <>
      {children(
        <>
          <Menu.Item
            leftSection={is_followed ? <IconBellOff size={16} /> : <IconBell size={16} />}
            onClick={() =>
              change.mutate({
                send: ({ savedSearches }) => savedSearches.follow(id, !is_followed),
                done: is_followed ? text.unfollowed(name) : text.followed(name),
              })
            }
          >
            {is_followed ? text.unfollow : text.follow}
          </Menu.Item>
          {can('library:write') && (
            <>
              {isOpen && canSave(search) && !isUnchanged(search, saved) && (
                <Menu.Item
                  leftSection={<IconFilterCheck size={16} />}
                  onClick={() =>
                    change.mutate({
                      send: ({ savedSearches }) =>
                        savedSearches.update(id, { filters: filtersOf(search), sort: search.sort ?? null }),
                      done: text.updated(name),
                    })
                  }
                >
                  {text.update}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('rename')}>
                {text.rename}
              </Menu.Item>
              {(!isShared || created_by?.id === me.id) && (
                <Menu.Item
                  leftSection={isShared ? <IconLock size={16} /> : <IconUsers size={16} />}
                  onClick={() =>
                    change.mutate({
                      send: ({ savedSearches }) =>
                        savedSearches.update(id, { visibility: isShared ? 'private' : 'company' }),
                      done: isShared ? text.hidden(name) : text.shared(name),
                    })
                  }
                >
                  {isShared ? text.hide : text.share}
                </Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('remove')}>
                {text.remove}
              </Menu.Item>
            </>
          )}
        </>,
      )}
      <RenameSearch opened={asking === 'rename'} onClose={close} saved={saved} />
      <Confirm
        opened={asking === 'remove'}
        onClose={close}
        title={text.removeTitle(name)}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={remove}
      >
        {text.removeText}
      </Confirm>
    </>
  )
}
