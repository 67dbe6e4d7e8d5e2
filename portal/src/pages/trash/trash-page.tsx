import { Button, Image, Tabs } from '@mantine/core'
import { IconFolder, IconPhoto, IconTag, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type TrashKind, trashKinds } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { trashText as text } from '../../strings/trash.ts'
import { formatDuration } from '../../ui/amounts.ts'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty } from '../../ui/states.tsx'
import { companyQuery } from '../settings/company.ts'
import classes from './trash.module.css'
import { daysLeft, mayRestore, type Trashed, trashQuery, useRestore } from './trash.ts'

const icons = {
  assets: IconPhoto,
  templates: IconTemplate,
  folders: IconFolder,
  'asset-tags': IconTag,
  tags: IconTag,
}
const daySeconds = 86_400

export function TrashPage() {
  const { data: settings } = useQuery(companyQuery(useCompany()))
  const { of = 'assets' } = useSearch({ from: '/inside/c/$company/trash' })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={text.title}
        description={
          settings
            ? text.description(formatDuration(settings.trash_days * daySeconds))
            : text.descriptionShort
        }
      />
      <Tabs
        value={of}
        onChange={(kind) => void navigate({ to: '.', search: { of: kind as TrashKind }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List aria-label={text.title} mb="md" className={classes.tabs}>
          {trashKinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {text.kinds[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {trashKinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <TrashList kind={kind} days={settings?.trash_days} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

type ListProps = { kind: TrashKind; days: number | undefined }

function TrashList({ kind, days }: ListProps) {
  const company = useCompany()
  const trash = useInfiniteQuery(trashQuery(company, kind))
  return (
    <Loaded query={trash}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon={<IconTrash />} title={text.noneTitle} description={text.none} />
        ) : (
          <>
            <Rows label={text.kinds[kind]}>
              {rows.map((trashed) => (
                <TrashRow key={trashed.id} kind={kind} days={days} trashed={trashed} />
              ))}
            </Rows>
            <More query={trash} />
          </>
        )
      }
    </Loaded>
  )
}

function TrashRow({ kind, days, trashed }: ListProps & { trashed: Trashed }) {
  const { name, deleted_at, thumbnail_url } = trashed
  const company = useCompany()
  const restore = useRestore(company, kind)
  const left = days === undefined ? undefined : daysLeft(deleted_at, days)
  const Icon = icons[kind]
  return (
    <Row
      icon={
        thumbnail_url ? (
          <Image src={thumbnail_url} alt="" w={40} h={40} fit="cover" radius="sm" loading="lazy" />
        ) : (
          <Icon size={20} className={classes.icon} />
        )
      }
      title={name}
      detail={
        <>
          {text.deleted} <RelativeTime at={deleted_at} />
          {left !== undefined && ` · ${left === 0 ? text.ending : text.daysLeft(left)}`}
        </>
      }
      action={
        mayRestore(company, kind) && (
          <Button
            variant="default"
            size="xs"
            loading={restore.isPending}
            aria-label={text.restoreOf(name)}
            onClick={() => restore.mutate(trashed)}
          >
            {text.restore}
          </Button>
        )
      }
    />
  )
}
