// Compiled for the server, which renders the first view of a library into its page.
import { renderToStaticMarkup } from 'react-dom/server'
import type { Asset } from '../../../sdk/src/index.ts'
import { AssetFace } from '../pages/assets/asset-face.tsx'
import cells from '../pages/assets/asset-grid.module.css'
import { firstViewId } from './first-view.ts'

/** Width of a cell in CSS pixels. The server does not know the exact width. */
const cellWidth = 200
const shownCount = { phone: 8, desktop: 25 }

/**
 * Renders a library as the portal will show it, with the same cells in the same places, as links, until the
 * portal's code has loaded. Cells outside a usual window are inert, which costs the browser nothing.
 * @returns HTML
 */
export function drawFirstView(assets: readonly Asset[], device: keyof typeof shownCount): string {
  const shown = shownCount[device]
  return renderToStaticMarkup(
    <div id={firstViewId} className="first-view" aria-busy>
      <div className="first-view-bar" />
      <div className="first-view-side" />
      <div className="first-view-grid">
        {assets.slice(0, shown).map((asset) => (
          <Cell key={asset.id} asset={asset} isEager />
        ))}
      </div>
      {assets.length > shown && (
        <template>
          {assets.slice(shown).map((asset) => (
            <Cell key={asset.id} asset={asset} />
          ))}
        </template>
      )}
    </div>,
  )
}

function Cell({ asset, isEager = false }: { asset: Asset; isEager?: boolean }) {
  return (
    <a className={`${cells.cell} first-view-cell`} href={`?asset=${asset.id}`} draggable={false}>
      <AssetFace asset={asset} width={cellWidth} isEager={isEager} />
    </a>
  )
}
