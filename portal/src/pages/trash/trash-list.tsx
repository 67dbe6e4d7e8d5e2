import { Button, Checkbox, Group, Image, Text } from '@mantine/core'
import { IconFolder, IconPhoto, IconTag, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrashKind } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { trashText as text } from '../../strings/trash.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty } from '../../ui/states.tsx'
import classes from './trash.module.css'
import { daysLeft, mayPurge, mayRestore, pathOf, type Trashed, trashQuery } from './trash.ts'
import { usePurge } from './use-purge.ts'
import { useRestore } from './use-restore.ts'

const icons = {
  assets: IconPhoto,
  templates: IconTemplate,
  folders: IconFolder,
  'asset-tags': IconTag,
  tags: IconTag,
}

type ListProps = { kind: TrashKind; days: number | undefined }

export function TrashList({ kind, days }: ListProps) {
  const company = useCompany()
  const trash = useInfiniteQuery(trashQuery(company, kind))
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setIds(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]))
  return (
    <Loaded query={trash}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon={<IconTrash />} title={text.noneTitle} description={text.none} />
        ) : (
          <>
            {mayRestore(company, kind) && (
              <ChosenBar
                kind={kind}
                rows={rows}
                chosen={rows.filter(({ id }) => ids.has(id))}
                choose={(rows) => setIds(new Set(rows.map(({ id }) => id)))}
              />
            )}
            <Rows label={text.kinds[kind]}>
              {rows.map((trashed) => (
                <TrashRow
                  key={trashed.id}
                  kind={kind}
                  days={days}
                  trashed={trashed}
                  isChosen={ids.has(trashed.id)}
                  onChoose={() => toggle(trashed.id)}
                />
              ))}
            </Rows>
            <More query={trash} />
          </>
        )
      }
    </Loaded>
  )
}

type BarProps = {
  kind: TrashKind
  rows: readonly Trashed[]
  chosen: readonly Trashed[]
  choose(rows: readonly Trashed[]): void
}

/** Selects all rows and contains the actions for selected rows. */
function ChosenBar({ kind, rows, chosen, choose }: BarProps) {
  const company = useCompany()
  const [isAsking, setIsAsking] = useState(false)
  const restore = useRestore(kind)
  const purge = usePurge()
  const isAll = chosen.length === rows.length
  const clear = () => choose([])
  return (
    <Group className={classes.bar} gap="sm" role="toolbar" aria-label={text.actions}>
      <Checkbox
        aria-label={text.selectAll}
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={() => choose(isAll ? [] : rows)}
      />
      <Text size="sm" c={chosen.length > 0 ? 'bright' : 'dimmed'} aria-live="polite">
        {chosen.length > 0 ? text.selected(chosen.length) : text.selectAll}
      </Text>
      {chosen.length > 0 && (
        <Group gap="xs" wrap="nowrap" ml="auto">
          <Button
            variant="default"
            size="xs"
            loading={restore.isPending}
            onClick={() => restore.mutate(chosen, { onSuccess: clear })}
          >
            {text.restore}
          </Button>
          {mayPurge(company) && (
            <Button
              variant="default"
              size="xs"
              c="var(--mantine-color-error)"
              onClick={() => setIsAsking(true)}
            >
              {text.purge}
            </Button>
          )}
        </Group>
      )}
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.purgeTitle(chosen.length, chosen[0]?.name ?? '')}
        confirmLabel={text.purge}
        isDangerous
        onConfirm={async () => {
          await purge(
            kind,
            chosen.map(({ id }) => id),
          )
          clear()
        }}
      >
        {kind === 'folders' ? text.purgeFoldersText : text.purgeText}
      </Confirm>
    </Group>
  )
}

type RowProps = ListProps & { trashed: Trashed; isChosen: boolean; onChoose(): void }

function TrashRow({ kind, days, trashed, isChosen, onChoose }: RowProps) {
  const { name, deleted_at, thumbnail_url } = trashed
  const company = useCompany()
  const restore = useRestore(kind)
  const canRestore = mayRestore(company, kind)
  const left = days === undefined ? undefined : daysLeft(deleted_at, days)
  const path = pathOf(trashed)
  const Icon = icons[kind]
  const picture = thumbnail_url ? (
    <Image src={thumbnail_url} alt="" w={40} h={40} fit="cover" radius="sm" loading="lazy" />
  ) : (
    <Icon size={20} className={classes.icon} />
  )
  return (
    <Row
      check={
        canRestore && <Checkbox aria-label={text.selectOf(name)} checked={isChosen} onChange={onChoose} />
      }
      icon={picture}
      title={name}
      detail={
        <>
          {path !== undefined && `${path === '/' ? text.topLevel : path} · `}
          {text.deleted} <RelativeTime at={deleted_at} />
          {left !== undefined && ` · ${left === 0 ? text.ending : text.daysLeft(left)}`}
        </>
      }
      action={
        canRestore && (
          <Button
            variant="default"
            size="xs"
            loading={restore.isPending}
            aria-label={text.restoreOf(name)}
            onClick={() => restore.mutate([trashed])}
          >
            {text.restore}
          </Button>
        )
      }
    />
  )
}
