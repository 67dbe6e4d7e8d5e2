import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { commentsText as text } from '../../strings/comments.ts'
import { Part, PartFailed } from '../../ui/part.tsx'
import { CommentForm, type CommentValues } from './comment-form.tsx'
import { type About, commentsQuery, threadsOf, useCommentChange } from './comment-queries.ts'
import { CommentThread } from './comment-thread.tsx'

type Props = {
  about: About
  /** Needed if a page shows several lists of comments. */
  title?: string
  /** The current version of the resource. Null for a render, which has no versions. */
  version: number | null
  pictureUrl: string | undefined
}

/** The comments on an asset, a template or a render. Resolved threads are hidden until the user shows them. */
export function Comments({ about, title = text.title, version, pictureUrl }: Props) {
  const company = useCompany()
  const comments = useQuery({ ...commentsQuery(company, about), enabled: company.can('library:read') })
  const [showsResolved, setShowsResolved] = useState(false)
  const create = useCommentChange((api, body: CommentValues) => api.comments.create({ ...about, ...body }))
  if (!company.can('library:read')) return null
  const threads = threadsOf(comments.data ?? [])
  const open = threads.filter(({ first }) => first.resolved_at === null)
  const resolved = threads.filter(({ first }) => first.resolved_at !== null)
  return (
    <Part title={title}>
      {comments.isPending ? (
        <Skeleton height={48} />
      ) : comments.isError ? (
        <PartFailed query={comments} />
      ) : (
        <Stack gap="md">
          {threads.length === 0 && (
            <Text size="sm" c="dimmed">
              {text.none}
            </Text>
          )}
          {open.map((thread) => (
            <CommentThread key={thread.first.id} thread={thread} version={version} pictureUrl={pictureUrl} />
          ))}
          {resolved.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
              aria-expanded={showsResolved}
              onClick={() => setShowsResolved(!showsResolved)}
            >
              {showsResolved ? text.hideResolved : text.showResolved(resolved.length)}
            </Button>
          )}
          {showsResolved &&
            resolved.map((thread) => (
              <CommentThread
                key={thread.first.id}
                thread={thread}
                version={version}
                pictureUrl={pictureUrl}
              />
            ))}
          {company.can('library:write') && (
            <CommentForm
              label={text.text}
              submit={text.send}
              pictureUrl={pictureUrl}
              onSend={(body) => create.mutateAsync(body)}
            />
          )}
        </Stack>
      )}
    </Part>
  )
}
