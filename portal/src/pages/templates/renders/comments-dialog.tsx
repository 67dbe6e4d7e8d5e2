import type { Render } from '../../../../../sdk/src/index.ts'
import { commentsText as text } from '../../../strings/comments.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Comments } from '../../comments/comments.tsx'
import { nameOf, pictureOf } from './render-card.tsx'

type Props = { render: Render | undefined; onClose(): void }

/** The page behind the dialog has comments of its own. */
export function CommentsDialog({ render, onClose }: Props) {
  return (
    <Dialog opened={render !== undefined} onClose={onClose} title={render ? nameOf(render) : ''}>
      {render && (
        <Comments
          title={text.ofRender}
          about={{ render_id: render.id }}
          version={null}
          pictureUrl={pictureOf(render) ?? undefined}
        />
      )}
    </Dialog>
  )
}
