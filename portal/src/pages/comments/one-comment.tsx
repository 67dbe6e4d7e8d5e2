import { Menu, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comment } from '../../../../sdk/src/index.ts'
import { useCompany, useMe } from '../../session.ts'
import { commentsText as text } from '../../strings/comments.ts'
import { uiText } from '../../strings/ui.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CommentForm } from './comment-form.tsx'
import { useCommentChange } from './comment-queries.ts'
import classes from './comments.module.css'
import { MarkedPicture } from './marked-picture.tsx'

type Props = {
  comment: Comment
  /** The current version of the resource. Null for a render, which has no versions. */
  version: number | null
  pictureUrl?: string | undefined
}

export function OneComment({ comment, version, pictureUrl }: Props) {
  const { can } = useCompany()
  const isOwn = comment.created_by?.id === useMe().id
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const change = useCommentChange((api, body: { text: string; mentions: string[] }) =>
    api.comments.update(comment.id, body),
  )
  const remove = useCommentChange((api, _: undefined) => api.comments.delete(comment.id))
  const name = comment.created_by?.name ?? text.someone
  const canEdit = isOwn && can('library:write')
  const canDelete = can('library:write') && (isOwn || can('company:write'))
  if (isEditing)
    return (
      <CommentForm
        label={text.text}
        submit={text.save}
        initial={{ text: comment.text, mentions: comment.mentions.map(({ id }) => id) }}
        onSend={async ({ text, mentions }) => {
          await change.mutateAsync({ text, mentions })
          setIsEditing(false)
        }}
        onCancel={() => setIsEditing(false)}
      />
    )
  return (
    <article aria-label={`${name}${uiText.colon}${comment.text.slice(0, 60)}`}>
      <div className={classes.head}>
        <Text span size="sm" fw={500}>
          {name}
        </Text>
        <Text span size="xs" c="dimmed">
          <RelativeTime at={comment.created_at} />
          {comment.version !== null && comment.version !== version && ` ${text.version(comment.version)}`}
        </Text>
        {(canEdit || canDelete) && (
          <span className={classes.menu}>
            <ActionsMenu label={text.actionsOf(name)} width={160}>
              {canEdit && (
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setIsEditing(true)}>
                  {text.edit}
                </Menu.Item>
              )}
              {canDelete && (
                <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setIsDeleting(true)}>
                  {text.delete}
                </Menu.Item>
              )}
            </ActionsMenu>
          </span>
        )}
      </div>
      <Text size="sm" className={classes.text}>
        {comment.text}
      </Text>
      {comment.point && (
        <MarkedPicture
          pictureUrl={comment.version === version ? pictureUrl : undefined}
          point={comment.point}
        />
      )}
      {comment.mentions.length > 0 && (
        <Text size="xs" c="dimmed">
          {text.mentions(comment.mentions.map((person) => person.name).join(', '))}
        </Text>
      )}
      <Confirm
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={text.deleteTitle}
        confirmLabel={text.delete}
        isDangerous
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {text.deleteText}
      </Confirm>
    </article>
  )
}
