// Built for the server, which sends a library's page with its pictures in it.
import { renderToStaticMarkup } from 'react-dom/server'
import type { Asset } from '../../../sdk/src/index.ts'
import { AssetFace } from '../pages/assets/asset-face.tsx'
import cells from '../pages/assets/asset-grid.module.css'
import { firstViewId } from './first-view.ts'

/** In CSS pixels; how wide it is exactly the server can't know. */
const cellWidth = 200
/** As many as a usual window shows. For the others the browser asks once it knows where they are, if they are in it. */
const eagerCount = { phone: 8, desktop: 25 }

/**
 * A library as the portal will show it: the same cells in the same places, as links, while the portal's code comes.
 * @returns HTML
 */
export const drawFirstView = (assets: readonly Asset[], device: keyof typeof eagerCount): string =>
  renderToStaticMarkup(
    <div id={firstViewId} className="first-view" aria-busy>
      <div className="first-view-bar" />
      <div className="first-view-side" />
      <div className="first-view-grid">
        {assets.map((asset, place) => (
          <a
            key={asset.id}
            className={`${cells.cell} first-view-cell`}
            href={`?asset=${asset.id}`}
            draggable={false}
          >
            <AssetFace asset={asset} width={cellWidth} isEager={place < eagerCount[device]} />
          </a>
        ))}
      </div>
    </div>,
  )
