import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import { Empty } from './states.tsx'

type Props = {
  title: string
  description: string
  back: ReactNode
}

export function Gone({ title, description, back }: Props) {
  useDocumentTitle(`${title} · ${uiText.product}`)
  return <Empty order={1} title={title} description={description} action={back} />
}
