import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssetChange } from '../../../../../sdk/src/index.ts'
import { pageLanguage } from '../../../language/language.ts'
import { useCompany } from '../../../session.ts'
import { assetHistoryText as text } from '../../../strings/asset-history.ts'
import { reviewsText } from '../../../strings/reviews.ts'
import { Loaded, More } from '../../../ui/loaded.tsx'
import parts from '../../../ui/part.module.css'
import { Part } from '../../../ui/part.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { changesQuery } from '../asset-queries.ts'
import classes from './details.module.css'

/** Loaded on request. */
export function History({ assetId }: { assetId: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Part
      title={text.title}
      action={
        !isShown && (
          <Button size="compact-sm" variant="default" onClick={() => setIsShown(true)}>
            {text.show}
          </Button>
        )
      }
    >
      {isShown && <Changes assetId={assetId} />}
    </Part>
  )
}

function Changes({ assetId }: { assetId: string }) {
  const changes = useInfiniteQuery(changesQuery(useCompany(), assetId))
  return (
    <Loaded query={changes} height={120}>
      {(all) => (
        <>
          <ul className={parts.rows} aria-label={text.title}>
            {all.filter(isTold).map((change) => (
              <li key={change.seq} className={classes.change}>
                <Text size="sm">{sentenceOf(change)}</Text>
                <Text size="xs" c="dimmed">
                  <RelativeTime at={change.at} />
                </Text>
              </li>
            ))}
          </ul>
          <More query={changes} />
        </>
      )}
    </Loaded>
  )
}

/** Leaves out finished previews, which the server also records. */
const isTold = ({ type, actor }: AssetChange) => actor.type !== 'system' || type !== 'asset.updated'

const list = new Intl.ListFormat(pageLanguage())
const day = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeZone: 'UTC' })

function sentenceOf(change: AssetChange): string {
  const who = whoOf(change)
  const { fields, review, expires_at } = change.data
  switch (change.type) {
    case 'asset.created':
      return text.created(who)
    case 'asset.deleted':
      return text.deleted(who)
    case 'asset.restored':
      return text.restored(who)
    case 'asset.review_changed':
      return text.reviewed(who, reviewsText.states[review as keyof typeof reviewsText.states])
    case 'asset.expiring':
      return text.expiring(day.format(new Date(String(expires_at))))
    case 'asset.expired':
      return text.expired
    default:
      return Array.isArray(fields) ? updateOf(who, fields) : text.changed(who)
  }
}

function updateOf(who: string, fields: readonly string[]): string {
  if (fields.includes('file')) return text.replaced(who)
  const labels = new Set(fields.flatMap((field) => text.fields[field.split('.')[0]!] ?? []))
  return labels.size === 0 ? text.changed(who) : text.updated(who, list.format(labels))
}

function whoOf({ actor: { type, name } }: AssetChange): string {
  switch (type) {
    case 'operator':
      return text.operator
    case 'system':
      return text.system
    case 'share':
      return name === null ? text.visitor : text.visitorOf(name)
    case 'client':
      return name ?? text.goneClient
    default:
      return name ?? text.someone
  }
}
