import type { Asset } from '../../../../../sdk/src/index.ts'
import { idsOfTags } from '../../../tags/use-tags-named.ts'
import { useChangeOne } from '../../../use-resource.ts'
import { whichAsset } from '../asset-queries.ts'

type Tagging = { add: string } | { remove: string }

/** Tags an asset by tag names and untags it by tag IDs. Creates missing tags. */
export const useTagging = (assetId: string) =>
  useChangeOne<Asset, Tagging>(whichAsset(assetId), {
    async send({ api }, change) {
      const work =
        'add' in change
          ? { action: 'tag' as const, tags: await idsOfTags(api, 'asset', [change.add]) }
          : { action: 'untag' as const, tags: [change.remove] }
      return api.assets.batch({ ...work, ids: [assetId] })
    },
    shown: (asset, change) => ({ ...asset, tags: tagsAfter(asset.tags, change) }),
  })

const tagsAfter = (tags: Asset['tags'], change: Tagging): Asset['tags'] =>
  'add' in change
    ? [
        ...tags.filter(({ name }) => name !== change.add),
        { id: `new-${change.add}`, name: change.add, source: 'manual', confidence: null },
      ]
    : tags.filter(({ id }) => id !== change.remove)
