import { Menu } from '@mantine/core'
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowLeft,
  IconArrowRight,
  IconLibraryMinus,
  IconPhotoStar,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { isOrdered } from '../search.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import type { Step } from './ordered-ids.ts'
import { useSetCover, useTakeOut } from './use-collection-changes.ts'
import { useOrdering } from './use-ordering.ts'

type Props = {
  collectionId: string
  assets: readonly Asset[]
  ids: ReadonlySet<string>
  onGone(): void
}

const steps = [
  { label: text.toStart, icon: IconArrowBarToLeft, step: 'earlier', isFar: true },
  { label: text.earlier, icon: IconArrowLeft, step: 'earlier', isFar: false },
  { label: text.later, icon: IconArrowRight, step: 'later', isFar: false },
  { label: text.toEnd, icon: IconArrowBarToRight, step: 'later', isFar: true },
] as const satisfies readonly { step: Step; [key: string]: unknown }[]

/**
 * The actions for the selected assets in their collection. The dialogs belong to a component that stays when a menu
 * closes: otherwise, their callbacks would not run.
 */
export function useArranging({ collectionId, assets, ids, onGone }: Props) {
  const { search } = useAssetSearch()
  const ordering = useOrdering(collectionId, assets)
  const setCover = useSetCover(collectionId)
  const takeOut = useTakeOut(collectionId)
  const [only] = ids
  return {
    count: ids.size,
    steps: isOrdered(search) ? steps : [],
    move: ({ step, isFar }: (typeof steps)[number]) => ordering.step(ids, step, isFar ? assets.length : 1),
    setCover: () => setCover.mutate(only!),
    takeOut: () => takeOut.mutate({ ids: [...ids], rows: assets }, { onSuccess: onGone }),
  }
}

export type Arranging = ReturnType<typeof useArranging>

type MenuProps = {
  arranging: Arranging
  children: ReactNode
}

export const ArrangeMenu = ({ arranging, children }: MenuProps) => (
  <Menu position="top-end">
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      <ArrangeItems arranging={arranging} />
    </Menu.Dropdown>
  </Menu>
)

export function ArrangeItems({
  arranging: { count, steps, move, setCover, takeOut },
}: {
  arranging: Arranging
}) {
  return (
    <>
      {steps.map((one) => (
        <Menu.Item
          key={one.label}
          leftSection={<one.icon size={16} />}
          closeMenuOnClick={one.isFar}
          onClick={() => move(one)}
        >
          {one.label}
        </Menu.Item>
      ))}
      {count === 1 && (
        <Menu.Item leftSection={<IconPhotoStar size={16} />} onClick={setCover}>
          {text.cover}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLibraryMinus size={16} />} onClick={takeOut}>
        {text.takeOut}
      </Menu.Item>
    </>
  )
}
