import type { accountText } from '../strings/account.ts'
import type { activityText } from '../strings/activity.ts'
import type { apiText } from '../strings/api.ts'
import type { assetHistoryText } from '../strings/asset-history.ts'
import type { assetTableText } from '../strings/asset-tables.ts'
import type { assetText, folderText } from '../strings/assets.ts'
import type { batchText, newBatchText, oneBatchText } from '../strings/batches.ts'
import type {
  colorText,
  contrastText,
  fontText,
  kitText,
  logoText,
  tokenText,
  zipText,
} from '../strings/brand-kit.ts'
import type { brandPageText } from '../strings/brand-pages.ts'
import type { clientsText } from '../strings/clients.ts'
import type { collectionText } from '../strings/collections.ts'
import type { commentsText } from '../strings/comments.ts'
import type { connectText } from '../strings/connect.ts'
import type { downloadText } from '../strings/downloads.ts'
import type { editorText } from '../strings/editor.ts'
import type { startText } from '../strings/getting-started.ts'
import type { installationText } from '../strings/installation.ts'
import type { keysText } from '../strings/keys.ts'
import type { changeText } from '../strings/large-changes.ts'
import type { lightboxText } from '../strings/lightbox.ts'
import type { paletteText } from '../strings/palette.ts'
import type { peopleText } from '../strings/people.ts'
import type { presetsText } from '../strings/presets.ts'
import type { propertiesText } from '../strings/properties.ts'
import type { referenceText } from '../strings/reference.ts'
import type { boxText, fillText, previewText, renderText, variableText } from '../strings/renders.ts'
import type { requestsText } from '../strings/requests.ts'
import type { reviewsText } from '../strings/reviews.ts'
import type { savedSearchText } from '../strings/saved-searches.ts'
import type { settingsText } from '../strings/settings.ts'
import type { sharesText } from '../strings/shares.ts'
import type { homeText, shellText } from '../strings/shell.ts'
import type { doorsText } from '../strings/sign-in.ts'
import type { tagText } from '../strings/tags.ts'
import type { templateTagText, templateText } from '../strings/templates.ts'
import type { translationsText } from '../strings/translations.ts'
import type { trashText } from '../strings/trash.ts'
import type { uiText } from '../strings/ui.ts'
import type { uploadText } from '../strings/uploads.ts'
import type { usageText } from '../strings/usage.ts'
import type { versionText } from '../strings/versions.ts'
import type { webhooksText } from '../strings/webhooks.ts'

/** Each language has all texts (`strings/de/catalog.ts`). English is the source. */
export type Catalog = {
  accountText: typeof accountText
  activityText: typeof activityText
  apiText: typeof apiText
  assetText: typeof assetText
  folderText: typeof folderText
  assetHistoryText: typeof assetHistoryText
  assetTableText: typeof assetTableText
  batchText: typeof batchText
  newBatchText: typeof newBatchText
  oneBatchText: typeof oneBatchText
  kitText: typeof kitText
  logoText: typeof logoText
  colorText: typeof colorText
  contrastText: typeof contrastText
  fontText: typeof fontText
  tokenText: typeof tokenText
  zipText: typeof zipText
  brandPageText: typeof brandPageText
  clientsText: typeof clientsText
  collectionText: typeof collectionText
  commentsText: typeof commentsText
  connectText: typeof connectText
  downloadText: typeof downloadText
  editorText: typeof editorText
  startText: typeof startText
  installationText: typeof installationText
  keysText: typeof keysText
  changeText: typeof changeText
  lightboxText: typeof lightboxText
  paletteText: typeof paletteText
  peopleText: typeof peopleText
  presetsText: typeof presetsText
  propertiesText: typeof propertiesText
  referenceText: typeof referenceText
  previewText: typeof previewText
  fillText: typeof fillText
  renderText: typeof renderText
  boxText: typeof boxText
  variableText: typeof variableText
  requestsText: typeof requestsText
  reviewsText: typeof reviewsText
  savedSearchText: typeof savedSearchText
  settingsText: typeof settingsText
  sharesText: typeof sharesText
  shellText: typeof shellText
  homeText: typeof homeText
  doorsText: typeof doorsText
  tagText: typeof tagText
  templateText: typeof templateText
  templateTagText: typeof templateTagText
  translationsText: typeof translationsText
  trashText: typeof trashText
  uiText: typeof uiText
  uploadText: typeof uploadText
  usageText: typeof usageText
  versionText: typeof versionText
  webhooksText: typeof webhooksText
}
