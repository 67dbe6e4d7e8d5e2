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
  /** The loaded assets. */
  assets: readonly Asset[]
  ids: ReadonlySet<string>
  /** Called when the selected assets have left the list. */
  onGone(): void
}

const steps = [
  { label: text.toStart, icon: IconArrowBarToLeft, step: 'earlier', isFar: true },
  { label: text.earlier, icon: IconArrowLeft, step: 'earlier', isFar: false },
  { label: text.later, icon: IconArrowRight, step: 'later', isFar: false },
  { label: text.toEnd, icon: IconArrowBarToRight, step: 'later', isFar: true },
] as const satisfies readonly { step: Step; [key: string]: unknown }[]

/** @param children the button that opens the menu. */
export const ArrangeMenu = ({ children, ...props }: Props & { children: ReactNode }) => (
  <Menu position="top-end">
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      <ArrangeItems {...props} />
    </Menu.Dropdown>
  </Menu>
)

/** The actions for the selected assets in their collection. */
export function ArrangeItems({ collectionId, assets, ids, onGone }: Props) {
  const { search } = useAssetSearch()
  const ordering = useOrdering(collectionId, assets)
  const setCover = useSetCover(collectionId)
  const takeOut = useTakeOut(collectionId)
  const [only] = ids
  return (
    <>
      {isOrdered(search) &&
        steps.map(({ label, icon: Icon, step, isFar }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} />}
            closeMenuOnClick={isFar}
            onClick={() => ordering.step(ids, step, isFar ? assets.length : 1)}
          >
            {label}
          </Menu.Item>
        ))}
      {ids.size === 1 && (
        <Menu.Item leftSection={<IconPhotoStar size={16} />} onClick={() => setCover.mutate(only!)}>
          {text.cover}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLibraryMinus size={16} />}
        onClick={() => takeOut.mutate({ ids: [...ids], rows: assets }, { onSuccess: onGone })}
      >
        {text.takeOut}
      </Menu.Item>
    </>
  )
}
