import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import { Empty } from './states.tsx'

type Props = {
  title: string
  /** The possible reason. */
  description: string
  /** A link to an existing page. */
  back: ReactNode
}

/** The page for a resource that does not exist. */
export function Gone({ title, description, back }: Props) {
  useDocumentTitle(`${title} · ${uiText.product}`)
  return <Empty order={1} title={title} description={description} action={back} />
}
