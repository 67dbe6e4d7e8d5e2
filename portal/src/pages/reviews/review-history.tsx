import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { reviewsText as text } from '../../strings/reviews.ts'
import { PartFailed } from '../../ui/part.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './review-history.module.css'
import { type Reviewed, reviewsQuery } from './review-queries.ts'

/** Number of reviews that are shown until the user shows all. */
const shownFirst = 3

/** Who changed the review state, when, and why. Renders nothing before the first change. */
export function ReviewHistory({ about }: { about: Reviewed }) {
  const company = useCompany()
  const reviews = useQuery({ ...reviewsQuery(company, about), enabled: company.can('library:read') })
  const [showsAll, setShowsAll] = useState(false)
  if (reviews.isError) return <PartFailed query={reviews} />
  const all = reviews.data ?? []
  if (all.length === 0) return null
  return (
    <>
      <ul className={classes.list} aria-label={text.history}>
        {(showsAll ? all : all.slice(0, shownFirst)).map(
          ({ id, state, note, version, created_by, created_at }) => (
            <li key={id}>
              <Text size="sm">{text.sentences[state](created_by?.name ?? text.someone)}</Text>
              <Text size="xs" c="dimmed">
                <RelativeTime at={created_at} /> · {text.version(version)}
              </Text>
              {note !== null && (
                <Text size="sm" className={classes.note}>
                  {note}
                </Text>
              )}
            </li>
          ),
        )}
      </ul>
      {!showsAll && all.length > shownFirst && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          {text.showAll(all.length)}
        </Button>
      )}
    </>
  )
}
