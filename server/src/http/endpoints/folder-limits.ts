import { ApiError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../caller.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * A client or a person can be limited to the assets in some folders. The database hides everything else from statements on
 * a limited handle, and rejects changes outside the folders (migration 0066). Endpoints must be listed here to
 * be available to limited callers. All others are rejected, so a new endpoint cannot bypass a limit.
 */

/** Endpoints that read and change only assets and folders, on the limited handle. */
const held = new Set([
  'listAssets',
  'createAsset',
  'getAsset',
  'updateAsset',
  'deleteAsset',
  'restoreAsset',
  'getAssetLink',
  'replaceAssetFile',
  'listAssetVersions',
  'restoreAssetVersion',
  'getUpload',
  'deleteUpload',
  'listFolders',
  'createFolder',
  'getFolder',
  'listAssetTags',
  'getAssetTag',
  'listChanges',
])

/** Endpoints that limits do not apply to, because they return other resources than assets and folders. */
const untouched = new Set([
  'listTemplates',
  'getTemplate',
  'getTemplateDocument',
  'listTemplateVersions',
  'listTemplateTags',
  'getTemplateTag',
  'listBrandKits',
  'getBrandKit',
  'getBrandKitContrast',
  'exportBrandKitTokens',
  'listBrandKitLogos',
  'getBrandKitLogo',
  'listBrandKitColors',
  'getBrandKitColor',
  'listBrandKitFonts',
  'getBrandKitFont',
  'listProperties',
  'getProperty',
  'listPresets',
  'getPreset',
  'getUser',
  // Of the portal: the name and the settings of the company, and the names of its members.
  'getCompany',
  'listMembers',
])

type Asked = Pick<Endpoint, 'operationId' | 'method'>

/** How an endpoint treats a limited caller. A caller that can read everything can call every GET. */
export function treatmentOf(
  { operationId, method }: Asked,
  { folderLimit }: Pick<Caller, 'folderLimit'>,
): 'whole' | 'limited' | 'refused' {
  if (!folderLimit || untouched.has(operationId)) return 'whole'
  if (held.has(operationId)) return 'limited'
  return folderLimit.read === null && method === 'GET' ? 'whole' : 'refused'
}

/** @throws {ApiError} `limited_client`. */
export function assertWithinLimit(endpoint: Asked, caller: Caller): void {
  if (treatmentOf(endpoint, caller) === 'refused') throw new ApiError('limited_client')
}

export function withinLimit(endpoint: Asked, caller: Caller, services: Services): Services {
  return treatmentOf(endpoint, caller) === 'limited' ? servicesFor(caller, services) : services
}

export function servicesFor({ folderLimit }: Caller, services: Services): Services {
  const { db } = services
  return !folderLimit || db.isTransaction ? services : { ...services, db: db.limitedTo(folderLimit) }
}
