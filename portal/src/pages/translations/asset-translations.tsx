import type { Asset } from '../../../../sdk/src/index.ts'
import { assetText as text } from '../../strings/assets.ts'
import { whichAsset } from '../assets/asset-queries.ts'
import { withFilesOf } from '../assets/details/use-change-asset.ts'
import { type TranslatedText, TranslationsPart } from './translations-part.tsx'

type Words = Asset['translations'][string]

export function AssetTranslations({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  const plain = (
    key: keyof Words & ('name' | 'alt_text' | 'description'),
    label: string,
  ): TranslatedText<Words> => ({
    key,
    label,
    original: asset[key],
    textOf: (words) => words[key],
    changeOf: (given) => ({ [key]: given }),
  })
  return (
    <TranslationsPart
      key={asset.id}
      resource={asset}
      which={whichAsset(asset.id)}
      canEdit={canEdit}
      received={withFilesOf}
      texts={[
        plain('name', text.name),
        ...(asset.type === 'image' ? [plain('alt_text', text.altText)] : []),
        plain('description', text.description),
      ]}
    />
  )
}
