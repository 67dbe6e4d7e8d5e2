import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { useLayout } from '../../layout.ts'
import type { Stretch, StretchResult } from '../../lists.ts'
import { assetText } from '../../strings/assets.ts'
import { collectionText } from '../../strings/collections.ts'
import type { RowMenu } from '../../ui/context-menu.tsx'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import { AssetCell } from './asset-cell.tsx'
import { cellShape, ratioOf } from './look.ts'
import { domId, useAssetList } from './use-asset-list.ts'
import type { Selection } from './use-selection.ts'

export type ListProps = {
  result: StretchResult<Asset>
  loaded: Stretch<Asset>
  selection: Selection
  canWrite: boolean
  openMenu: RowMenu<string>['open']
  restart(): void
}

/** Attribute with which thumbnail.module.css shows whole images. */
const wholePictures = { 'data-pictures': 'whole' } as object

export function AssetGrid({ result, loaded, selection, canWrite, openMenu, restart }: ListProps) {
  const list = useAssetList(loaded, selection, canWrite, openMenu)
  const { cellWidth = cellShape.cellWidthMin, isWhole = false, isJustified = false } = useLayout()
  const shape = useMemo(() => ({ ...cellShape, cellWidthMin: cellWidth }), [cellWidth])
  return (
    <>
      <VisuallyHidden id="asset-keys">
        {assetText.keys} {list.canOrder && collectionText.keys}
      </VisuallyHidden>
      <VirtualGrid
        result={result}
        loaded={loaded}
        restart={restart}
        shape={shape}
        ratioOf={isJustified ? ratioOf : undefined}
        kept={list.openIndex}
        attributes={{
          role: 'listbox',
          'aria-label': assetText.title,
          'aria-describedby': 'asset-keys',
          'aria-multiselectable': true,
          'aria-activedescendant': list.activeId && domId(list.activeId),
          ...(isWhole && wholePictures),
          onFocus: list.onFocus,
          onContextMenu: list.onContextMenu,
        }}
        onKeyDown={list.onKeyDown}
        cell={(asset, at) => (
          <AssetCell
            key={asset.id}
            asset={asset}
            {...at}
            isSelected={selection.ids.has(asset.id)}
            isActive={asset.id === list.activeId}
            isOpen={asset.id === list.openId}
            canWrite={canWrite}
            canOrder={list.canOrder}
            actions={list.actions}
          />
        )}
      />
    </>
  )
}
