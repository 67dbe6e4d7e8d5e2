import { ActionIcon, Avatar, Badge, Box, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCompany, useMe } from '../../session.ts'
import { peopleText as text } from '../../strings/people.ts'
import { uiText } from '../../strings/ui.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SortTh } from '../../ui/sort-header.tsx'
import { sorted } from '../../ui/sorted.ts'
import { useSorting } from '../../ui/sorting.ts'
import { Status } from '../../ui/status.tsx'
import { ChangeLimit } from './change-limit.tsx'
import { ChangeRole } from './change-role.tsx'
import { canBeLimited, isLimited, type Member, roles, usePeopleChanges } from './people.ts'

type Doing = { what: 'role' | 'limit' | 'remove'; member: Member }

type Props = {
  members: Member[]
  /** Whether these are all members. The API cannot sort them. */
  isWhole: boolean
}

const valuesOf = {
  name: ({ name }: Member) => name,
  role: ({ role }: Member) => roles.indexOf(role),
  two_factor: ({ two_factor_enabled }: Member) => two_factor_enabled,
  last_seen: ({ last_seen_at }: Member) => last_seen_at,
}

export function MemberTable({ members, isWhole }: Props) {
  const sorting = useSorting()
  const head = { sorting, canSort: isWhole }
  const rows = isWhole ? sorted(members, sorting.sort, valuesOf) : members
  const { remove } = usePeopleChanges(useCompany())
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const { name = '', id = '', source } = doing?.member ?? {}
  return (
    <>
      <Table verticalSpacing="sm" layout="auto">
        <Table.Thead>
          <Table.Tr>
            <SortTh {...head} column="name" label={text.name} />
            <SortTh {...head} column="role" label={text.role} isDescendingFirst visibleFrom="xs" />
            <SortTh {...head} column="two_factor" label={text.twoFactor} visibleFrom="sm" />
            <SortTh {...head} column="last_seen" label={text.lastSeen} isDescendingFirst visibleFrom="sm" />
            <Table.Th scope="col" w={48}>
              <VisuallyHidden>{uiText.actions}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((member) => (
            <MemberRow key={member.id} member={member} onDo={(what) => setDoing({ what, member })} />
          ))}
        </Table.Tbody>
      </Table>
      <ChangeRole member={doing?.what === 'role' ? doing.member : undefined} onClose={stop} />
      <ChangeLimit member={doing?.what === 'limit' ? doing.member : undefined} onClose={stop} />
      <Confirm
        opened={doing?.what === 'remove'}
        onClose={stop}
        title={text.removeTitle(name)}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={async () => {
          await remove(id)
          notifyDone(text.removed)
        }}
      >
        {source === 'groups' ? text.removeFromGroupsText : text.removeText}
      </Confirm>
    </>
  )
}

type RowProps = { member: Member; onDo(what: Doing['what']): void }

function MemberRow({ member, onDo }: RowProps) {
  const { id, name, email, role, source, two_factor_enabled, last_seen_at } = member
  const me = useMe()
  const company = useCompany()
  const isChangeable =
    id !== me.id && company.can('members:write') && (role !== 'owner' || company.role === 'owner')
  const { person } = useSearch({ from: '/inside/c/$company/people' })
  const isFound = person === id
  const row = useFoundRow(isFound)
  return (
    <Table.Tr
      ref={row}
      aria-current={isFound || undefined}
      {...(isFound && { bg: 'var(--mantine-primary-color-light)' })}
    >
      <Table.Th scope="row" fw={400}>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} color="gray" size={32} aria-hidden />
          <Box miw={0}>
            <Group gap={8}>
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              {id === me.id && (
                <Badge variant="light" tt="none" size="sm">
                  {text.you}
                </Badge>
              )}
              {source === 'groups' && (
                <Badge variant="light" color="gray" tt="none" size="sm">
                  {text.byGroup}
                </Badge>
              )}
              {isLimited(member) && (
                <Badge variant="light" color="gray" tt="none" size="sm">
                  {text.limited}
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email}
            </Text>
            <Text size="xs" c="dimmed" hiddenFrom="xs">
              {text.roles[role]}
            </Text>
          </Box>
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="xs">{text.roles[role]}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Status color={two_factor_enabled ? 'green' : 'gray'}>
          {two_factor_enabled ? text.twoFactorOn : text.twoFactorOff}
        </Status>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" component="div">
          {last_seen_at ? <RelativeTime at={last_seen_at} /> : text.noSession}
        </Text>
      </Table.Td>
      <Table.Td ta="end">
        {isChangeable && <MemberMenu name={name} canLimit={canBeLimited(role)} onDo={onDo} />}
      </Table.Td>
    </Table.Tr>
  )
}

/** Scrolls to the person whom a search found. */
function useFoundRow(isFound: boolean) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isFound) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isFound])
  return row
}

type MenuProps = { name: string; canLimit: boolean; onDo: RowProps['onDo'] }

function MemberMenu({ name, canLimit, onDo }: MenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={text.menuOf(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDo('role')}>{text.changeRole}</Menu.Item>
        {canLimit && <Menu.Item onClick={() => onDo('limit')}>{text.changeLimit}</Menu.Item>}
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onDo('remove')}>
          {text.removeMember}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
