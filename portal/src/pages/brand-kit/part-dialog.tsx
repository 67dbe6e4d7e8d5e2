import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCompany } from '../../session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { type OnePart, type PartKind, type Parts, partQuery } from './kit-queries.ts'

type Props<Kind extends PartKind> = {
  kind: Kind
  /** Undefined while the dialog is closed. */
  part: Parts[Kind] | undefined
  title: string
  onClose(): void
  children(part: OnePart<Kind>): ReactNode
}

/** A form with the current state of a part. */
export function PartDialog<Kind extends PartKind>({ part, title, onClose, ...rest }: Props<Kind>) {
  return (
    <Dialog opened={part !== undefined} onClose={onClose} title={title}>
      {part && <Current key={part.id} partId={part.id} {...rest} />}
    </Dialog>
  )
}

type CurrentProps<Kind extends PartKind> = Pick<Props<Kind>, 'kind' | 'children'> & { partId: string }

function Current<Kind extends PartKind>({ kind, partId, children }: CurrentProps<Kind>) {
  const part = useQuery(partQuery(useCompany(), kind, partId))
  return (
    <Loaded query={part} height={320}>
      {children}
    </Loaded>
  )
}
