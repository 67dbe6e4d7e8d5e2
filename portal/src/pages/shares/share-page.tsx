import { Button, Menu, Stack, Table, Text, Title } from '@mantine/core'
import {
  IconAdjustments,
  IconBan,
  IconExternalLink,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Share, ShareVisit } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { fileSize } from '../../ui/file-size.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { LastDay } from './last-day.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { ShareState } from './share-state.tsx'
import { shareQuery, stateOf, useShareChanges, visitsQuery } from './shares.ts'

export function SharePage() {
  const company = useCompany()
  const { share } = useParams({ from: '/inside/c/$company/shares/$share' })
  const query = useQuery(shareQuery(company, share))
  return (
    <Loaded query={query} order={1}>
      {(share) => (
        <>
          <PageHeader
            back={
              <LinkAnchor to="/c/$company/shares" params={{ company: company.id }} c="dimmed">
                {text.allShares}
              </LinkAnchor>
            }
            title={share.name}
            description={share.message}
            actions={<Actions share={share} />}
          />
          <Stack gap="lg">
            <Address share={share} />
            <Facts share={share} />
            <Log share={share} />
          </Stack>
        </>
      )}
    </Loaded>
  )
}

function Address({ share: { url } }: { share: Share }) {
  if (url === null)
    return (
      <Text size="sm" c="dimmed">
        {text.noUrl}
      </Text>
    )
  return <CopyField label={text.url} value={url} copy={text.copyUrl} />
}

function Facts({ share }: { share: Share }) {
  const { type, asset_ids, has_password, views_count, downloads_count, uploads, expires_at, created_at } =
    share
  const rows = [
    [text.state, <ShareState key="state" share={share} />],
    [text.shows, type === 'assets' ? text.assets(asset_ids.length) : text.kinds[type]],
    [text.protection, has_password ? text.withPassword : text.withUrl],
    [text.expires, expires_at === null ? text.never : <LastDay key="expires" at={expires_at} />],
    [text.visits, views_count],
    [text.downloaded, downloads_count],
    ...(uploads ? [[text.uploads, <Received key="uploads" share={share} uploads={uploads} />] as const] : []),
    [text.created, <RelativeTime key="created" at={created_at} />],
  ] as const
  return (
    <Table variant="vertical" layout="fixed" maw={620}>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w={140}>
              {label}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Received({ share, uploads }: { share: Share; uploads: NonNullable<Share['uploads']> }) {
  const company = useCompany()
  const { uploads_count, uploaded_bytes } = share
  const { folder_id, max_files, max_bytes } = uploads
  return (
    <>
      {text.uploaded(uploads_count, max_files, fileSize(uploaded_bytes), fileSize(max_bytes))}{' '}
      <LinkAnchor to="/c/$company/assets" params={{ company: company.id }} search={{ folder: folder_id }}>
        {text.openUploads}
      </LinkAnchor>
    </>
  )
}

function Actions({ share }: { share: Share }) {
  const { id, name, url } = share
  const company = useCompany()
  const navigate = useNavigate()
  const { revoke, rotateUrl, setUploads, remove } = useShareChanges(company)
  const [asking, setAsking] = useState<'edit' | 'url' | 'limits' | 'uploads' | 'revoke' | 'remove'>()
  const close = () => setAsking(undefined)
  const isOpen = stateOf(share) === 'open'
  const leave = () => navigate({ to: '/c/$company/shares', params: { company: company.id } })
  return (
    <>
      <ActionsMenu label={text.actions}>
        {share.revoked_at === null && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('edit')}>
            {text.edit}
          </Menu.Item>
        )}
        {isOpen && (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setAsking('url')}>
            {text.newUrl}
          </Menu.Item>
        )}
        {isOpen && share.uploads && (
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => setAsking('limits')}>
            {text.changeLimits}
          </Menu.Item>
        )}
        {isOpen && share.uploads && share.type !== 'uploads' && (
          <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => setAsking('uploads')}>
            {text.endUploads}
          </Menu.Item>
        )}
        {share.revoked_at === null && (
          <Menu.Item leftSection={<IconBan size={16} />} onClick={() => setAsking('revoke')}>
            {text.revoke}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('remove')}>
          {text.remove}
        </Menu.Item>
      </ActionsMenu>
      {isOpen && url && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {text.openPage}
        </Button>
      )}
      <EditDialog opened={asking === 'edit'} onClose={close} share={share} />
      <Confirm
        opened={asking === 'url'}
        onClose={close}
        title={text.newUrlTitle}
        confirmLabel={text.newUrl}
        onConfirm={async () => {
          await rotateUrl(id)
          notifyDone(text.newUrlDone)
        }}
      >
        {text.newUrlText}
      </Confirm>
      {share.uploads && (
        <LimitsDialog opened={asking === 'limits'} onClose={close} share={share} uploads={share.uploads} />
      )}
      <Confirm
        opened={asking === 'uploads'}
        onClose={close}
        title={text.endUploadsTitle}
        confirmLabel={text.endUploads}
        onConfirm={async () => {
          await setUploads(id, null)
          notifyDone(text.uploadsEnded)
        }}
      >
        {text.endUploadsText}
      </Confirm>
      <Confirm
        opened={asking === 'revoke'}
        onClose={close}
        title={text.revokeTitle(name)}
        confirmLabel={text.revoke}
        isDangerous
        onConfirm={async () => {
          await revoke(id)
          notifyDone(text.revoked)
        }}
      >
        {text.revokeText}
      </Confirm>
      <Confirm
        opened={asking === 'remove'}
        onClose={close}
        title={text.removeTitle(name)}
        confirmLabel={text.remove}
        isDangerous
        onConfirm={async () => {
          await remove(id, leave)
          notifyDone(text.removed)
        }}
      >
        {text.removeText}
      </Confirm>
    </>
  )
}

function Log({ share: { id } }: { share: Share }) {
  const visits = useInfiniteQuery(visitsQuery(useCompany(), id))
  return (
    <section aria-labelledby="share-log">
      <Title order={2} size="h4" id="share-log">
        {text.log}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.logText}
      </Text>
      <Loaded query={visits} height={160}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.logNone}
            </Text>
          ) : (
            <>
              <Table layout="fixed">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col" w={210}>
                      {text.time}
                    </Table.Th>
                    <Table.Th scope="col">{text.what}</Table.Th>
                    <Table.Th scope="col" visibleFrom="sm">
                      {text.who}
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((visit) => (
                    <VisitRow key={visit.id} visit={visit} />
                  ))}
                </Table.Tbody>
              </Table>
              <More query={visits} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function VisitRow({ visit }: { visit: ShareVisit }) {
  const company = useCompany()
  const { kind, asset_id, render_id, size, visitor_name, visitor_email, created_at } = visit
  const isOfAll = asset_id === null && render_id === null
  const what = {
    view: text.viewed,
    download: isOfAll ? text.downloadedAll(size) : text.downloadOf(size),
    upload: text.uploadedFile,
  }[kind]
  return (
    <Table.Tr>
      <Table.Td>
        <ExactTime at={created_at} />
      </Table.Td>
      <Table.Td>
        {asset_id === null ? (
          what
        ) : (
          <LinkAnchor
            to="/c/$company/assets"
            params={{ company: company.id }}
            search={{ asset: asset_id }}
            fz="sm"
          >
            {what}
          </LinkAnchor>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {visitor_email === null ? text.unnamed : `${visitor_name}, ${visitor_email}`}
      </Table.Td>
    </Table.Tr>
  )
}
