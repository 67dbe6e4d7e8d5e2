import type { Catalog } from '../../language/catalog.ts'
import { accountText } from './account.ts'
import { activityText } from './activity.ts'
import { apiText } from './api.ts'
import { assetHistoryText } from './asset-history.ts'
import { assetTableText } from './asset-tables.ts'
import { assetText, folderText } from './assets.ts'
import { batchText, newBatchText, oneBatchText } from './batches.ts'
import { colorText, contrastText, fontText, kitText, logoText, tokenText, zipText } from './brand-kit.ts'
import { brandPageText } from './brand-pages.ts'
import { clientsText } from './clients.ts'
import { collectionText } from './collections.ts'
import { commentsText } from './comments.ts'
import { connectText } from './connect.ts'
import { downloadText } from './downloads.ts'
import { editorText } from './editor.ts'
import { startText } from './getting-started.ts'
import { installationText } from './installation.ts'
import { keysText } from './keys.ts'
import { changeText } from './large-changes.ts'
import { lightboxText } from './lightbox.ts'
import { paletteText } from './palette.ts'
import { peopleText } from './people.ts'
import { presetsText } from './presets.ts'
import { propertiesText } from './properties.ts'
import { referenceText } from './reference.ts'
import { boxText, fillText, previewText, renderText, variableText } from './renders.ts'
import { requestsText } from './requests.ts'
import { reviewsText } from './reviews.ts'
import { savedSearchText } from './saved-searches.ts'
import { settingsText } from './settings.ts'
import { sharesText } from './shares.ts'
import { homeText, shellText } from './shell.ts'
import { doorsText } from './sign-in.ts'
import { tagText } from './tags.ts'
import { templateTagText, templateText } from './templates.ts'
import { translationsText } from './translations.ts'
import { trashText } from './trash.ts'
import { uiText } from './ui.ts'
import { uploadText } from './uploads.ts'
import { usageText } from './usage.ts'
import { versionText } from './versions.ts'
import { webhooksText } from './webhooks.ts'

export const catalog: Catalog = {
  accountText,
  activityText,
  apiText,
  assetText,
  folderText,
  assetHistoryText,
  assetTableText,
  batchText,
  newBatchText,
  oneBatchText,
  kitText,
  logoText,
  colorText,
  contrastText,
  fontText,
  tokenText,
  zipText,
  brandPageText,
  clientsText,
  collectionText,
  commentsText,
  connectText,
  downloadText,
  editorText,
  startText,
  installationText,
  keysText,
  changeText,
  lightboxText,
  paletteText,
  peopleText,
  presetsText,
  propertiesText,
  referenceText,
  previewText,
  fillText,
  renderText,
  boxText,
  variableText,
  requestsText,
  reviewsText,
  savedSearchText,
  settingsText,
  sharesText,
  shellText,
  homeText,
  doorsText,
  tagText,
  templateText,
  templateTagText,
  translationsText,
  trashText,
  uiText,
  uploadText,
  usageText,
  versionText,
  webhooksText,
}
