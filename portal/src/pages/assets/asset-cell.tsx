import { type DragEvent, memo } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { AssetFace } from './asset-face.tsx'
import classes from './asset-grid.module.css'
import { type AssetActions, checkMark, domId } from './use-asset-list.ts'

type Props = {
  asset: Asset
  /** Index in the whole list, from 0. */
  place: number
  /** Length of the whole list; -1 if unknown. */
  count: number
  width: number
  isSelected: boolean
  isActive: boolean
  isOpen: boolean
  canWrite: boolean
  /** Whether assets that are dropped here move next to it. */
  canOrder: boolean
  actions: AssetActions
}

/** Memoized, so that scrolling through hundreds of cells stays smooth. */
export const AssetCell = memo(function AssetCell({ asset, actions, ...props }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys and names the active option.
    // biome-ignore lint/a11y/useFocusableInteractive: the container has the focus and names the item in aria-activedescendant.
    <div
      id={domId(asset.id)}
      role="option"
      aria-selected={props.isSelected}
      aria-posinset={props.place + 1}
      aria-setsize={props.count}
      className={classes.cell}
      data-active={props.isActive || undefined}
      data-open={props.isOpen || undefined}
      draggable={props.canWrite}
      onDragStart={(event) => actions.onDragStart(event, asset)}
      onClick={(event) => actions.onClick(event, asset)}
      {...(props.canOrder && {
        onDragOver: (event: DragEvent) => actions.onDragOver(event, asset),
        onDragLeave: (event: DragEvent) => actions.onDragLeave(event, asset),
        onDrop: (event: DragEvent) => actions.onDrop(event, asset),
      })}
    >
      <AssetFace asset={asset} width={props.width}>
        <span className={classes.check} {...checkMark} aria-hidden />
      </AssetFace>
    </div>
  )
})
