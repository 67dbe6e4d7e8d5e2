import { IconLibrary } from '@tabler/icons-react'
import { collectionText as text } from '../../../strings/collections.ts'
import { Empty } from '../../../ui/states.tsx'

export const EmptyCollection = ({ canWrite }: { canWrite: boolean }) => (
  <Empty
    icon={<IconLibrary />}
    title={text.emptyTitle}
    description={canWrite ? text.empty : text.emptyReader}
  />
)
