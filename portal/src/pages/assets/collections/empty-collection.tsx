import { IconLibrary } from '@tabler/icons-react'
import { useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { LinkButton } from '../../../ui/links.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useCanDrop } from '../use-can-drop.ts'

export function EmptyCollection({ canWrite }: { canWrite: boolean }) {
  const { id } = useCompany()
  const howToAdd = useCanDrop() ? text.empty : text.none
  return (
    <Empty
      icon={<IconLibrary />}
      title={text.emptyTitle}
      description={canWrite ? howToAdd : text.emptyReader}
      action={
        canWrite && (
          <LinkButton variant="default" to="/c/$company/assets" params={{ company: id }}>
            {text.toAssets}
          </LinkButton>
        )
      }
    />
  )
}
