import { exportAssets } from './asset-tables/export.ts'
import { importAssetTable } from './asset-tables/import.ts'
import { assetEndpoints } from './assets/routes.ts'
import { exportSecurityEvents, listSecurityEvents } from './audit/portal-routes.ts'
import * as brandKitColors from './brand-kit/color-routes.ts'
import * as brandKitFonts from './brand-kit/font-routes.ts'
import * as brandKitLogos from './brand-kit/logo-routes.ts'
import { brandPageEndpoints } from './brand-kit/pages/routes.ts'
import * as brandKit from './brand-kit/routes.ts'
import { listChanges, listPortalChanges } from './changes/routes.ts'
import * as clients from './clients/client-routes.ts'
import { removeClientKeys, setClientKeys } from './clients/key-set-routes.ts'
import { listRequests } from './clients/request-log-routes.ts'
import { getClientRequests } from './clients/request-routes.ts'
import { getUser } from './clients/routes.ts'
import { rotateClientSecret } from './clients/secret-routes.ts'
import { listClientTokens, revokeClientToken, revokeClientTokens } from './clients/token-routes.ts'
import { collectionEndpoints } from './collections/routes.ts'
import { commentEndpoints } from './comments/routes.ts'
import { enterpriseEndpoints } from './companies/enterprise-routes.ts'
import { changeCompany, createCompany, getCompany } from './companies/settings-routes.ts'
import { getUsage } from './companies/usage-routes.ts'
import { archiveEndpoints } from './downloads/routes.ts'
import {
  changeFolder,
  createFolder,
  deleteFolder,
  getFolder,
  listFolders,
  restoreFolder,
} from './folders/routes.ts'
import type { Endpoint } from './http/endpoints/endpoint.ts'
import { getJob } from './http/endpoints/job-endpoint.ts'
import { openapiDocument } from './http/endpoints/openapi.ts'
import * as invitations from './members/invitation-routes.ts'
import * as members from './members/member-routes.ts'
import { oauthOperations } from './oauth/openapi.ts'
import { installationEndpoints } from './operations/installation-routes.ts'
import { presetEndpoints } from './presets/routes.ts'
import { propertyEndpoints } from './properties/routes.ts'
import { previewRowFile } from './render-batches/preview-routes.ts'
import { renderBatchEndpoints } from './render-batches/routes.ts'
import { renderLinkEndpoints } from './render-links/routes.ts'
import { renderEndpoints } from './renders/routes.ts'
import { reviewEndpoints } from './reviews/routes.ts'
import { savedSearchEndpoints } from './saved-searches/routes.ts'
import { shareEndpoints } from './shares/routes.ts'
import { assetTagEndpoints, templateTagEndpoints } from './tags/routes.ts'
import { templateEndpoints } from './templates/routes.ts'
import { createTrashPurge } from './trash/routes.ts'
import { uploadOperations } from './uploads/openapi.ts'
import { uploadEndpoints } from './uploads/routes.ts'
import { getDelivery, listDeliveries, pingWebhook, redeliver } from './webhooks/delivery-routes.ts'
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts'
import { changeWebhook, createWebhook, deleteWebhook, getWebhook, listWebhooks } from './webhooks/routes.ts'

/**
 * The whole API. Every endpoint listed here is routed and documented, and is tested by the tests that cover
 * all endpoints.
 */
export const endpoints: readonly Endpoint[] = [
  ...templateEndpoints,
  ...templateTagEndpoints,
  ...renderEndpoints,
  ...renderBatchEndpoints,
  ...renderLinkEndpoints,
  ...assetEndpoints,
  exportAssets,
  importAssetTable,
  ...archiveEndpoints,
  ...uploadEndpoints,
  ...assetTagEndpoints,
  listFolders,
  createFolder,
  getFolder,
  changeFolder,
  deleteFolder,
  restoreFolder,
  brandKit.listBrandKits,
  brandKit.createBrandKit,
  brandKitLogos.listLogos,
  brandKitLogos.createLogo,
  brandKitLogos.getLogo,
  brandKitLogos.changeLogo,
  brandKitLogos.deleteLogo,
  brandKitColors.listColors,
  brandKitColors.createColor,
  brandKitColors.getColor,
  brandKitColors.changeColor,
  brandKitColors.deleteColor,
  brandKitFonts.listFonts,
  brandKitFonts.createFont,
  brandKitFonts.getFont,
  brandKitFonts.changeFont,
  brandKitFonts.deleteFont,
  brandKit.getBrandKit,
  brandKit.changeBrandKit,
  brandKit.deleteBrandKit,
  brandKit.getContrast,
  brandKit.getTokens,
  ...brandPageEndpoints,
  ...collectionEndpoints,
  ...commentEndpoints,
  ...reviewEndpoints,
  ...propertyEndpoints,
  ...savedSearchEndpoints,
  ...presetEndpoints,
  ...shareEndpoints,
  listChanges,
  listWebhooks,
  createWebhook,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pingWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  getJob,
  getUser,
]

/**
 * The endpoints for people, through the portal's entry point. Their schemas show which additional fields
 * people see.
 */
export const endpointsForPeople = endpoints.map((one) => (one === listChanges ? listPortalChanges : one))

/** Endpoints for people only, through the portal's entry point (docs/decisions/portal.md). */
export const portalEndpoints: readonly Endpoint[] = [
  clients.listClients,
  clients.createClient,
  clients.getClient,
  clients.changeClient,
  clients.deleteClient,
  rotateClientSecret,
  setClientKeys,
  removeClientKeys,
  listClientTokens,
  revokeClientTokens,
  revokeClientToken,
  getClientRequests,
  listRequests,
  members.listMembers,
  members.changeMember,
  members.removeMember,
  invitations.listInvitations,
  invitations.createInvitation,
  invitations.deleteInvitation,
  getCompany,
  changeCompany,
  createCompany,
  getUsage,
  createTrashPurge,
  listSecurityEvents,
  exportSecurityEvents,
  previewRowFile,
  ...enterpriseEndpoints,
  ...installationEndpoints,
]

export const apiDocument = (publicUrl?: string) =>
  openapiDocument(endpoints, { ...oauthOperations, ...uploadOperations }, publicUrl)
