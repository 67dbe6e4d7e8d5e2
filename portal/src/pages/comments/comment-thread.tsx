import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { commentsText as text } from '../../strings/comments.ts'
import { CommentForm } from './comment-form.tsx'
import { type Thread, useCommentChange } from './comment-queries.ts'
import classes from './comments.module.css'
import { OneComment } from './one-comment.tsx'

type Props = {
  thread: Thread
  /** The current version of the resource. Null for a render, which has no versions. */
  version: number | null
  pictureUrl: string | undefined
}

export function CommentThread({ thread: { first, replies }, version, pictureUrl }: Props) {
  const { can } = useCompany()
  const [isReplying, setIsReplying] = useState(false)
  const isResolved = first.resolved_at !== null
  const turn = useCommentChange((api, _: undefined) =>
    isResolved ? api.comments.reopen(first.id) : api.comments.resolve(first.id),
  )
  const reply = useCommentChange((api, body: { text: string; mentions: string[] }) =>
    api.comments.create({ parent_id: first.id, ...body }),
  )
  const name = first.created_by?.name ?? text.someone
  return (
    <Stack gap="xs" className={classes.thread} data-resolved={isResolved || undefined}>
      <OneComment comment={first} version={version} pictureUrl={pictureUrl} />
      {replies.map((one) => (
        <div key={one.id} className={classes.reply}>
          <OneComment comment={one} version={version} />
        </div>
      ))}
      {isResolved && (
        <Text size="xs" c="dimmed">
          {first.resolved_by ? text.resolvedBy(first.resolved_by.name) : text.resolved}
        </Text>
      )}
      {can('library:write') &&
        (isReplying ? (
          <CommentForm
            label={text.replyTo(name)}
            submit={text.sendReply}
            onSend={async ({ text, mentions }) => {
              await reply.mutateAsync({ text, mentions })
              setIsReplying(false)
            }}
            onCancel={() => setIsReplying(false)}
          />
        ) : (
          <Group gap="xs">
            <Button size="compact-sm" fz="xs" variant="default" onClick={() => setIsReplying(true)}>
              {text.reply}
            </Button>
            <Button
              size="compact-sm"
              fz="xs"
              variant="default"
              loading={turn.isPending}
              onClick={() => turn.mutate(undefined)}
            >
              {isResolved ? text.reopen : text.resolve}
            </Button>
          </Group>
        ))}
    </Stack>
  )
}
