import { getAsset, listAssets } from './assets/routes.ts'
import * as brandKit from './brand-kit/routes.ts'
import { getUser } from './clients/routes.ts'
import { changeFolder, createFolder, getFolder, listFolders } from './folders/routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { openapiDocument } from './http/openapi.ts'
import { oauthOperations } from './oauth/openapi.ts'
import { getAssetTag, getTemplateTag, listAssetTags, listTemplateTags } from './tags/routes.ts'
import { getTemplate, listTemplates } from './templates/routes.ts'

/** The whole API. What is listed here is routed, documented and swept by the tests. */
export const endpoints: readonly Endpoint[] = [
  listTemplates,
  getTemplate,
  listTemplateTags,
  getTemplateTag,
  listAssets,
  getAsset,
  listAssetTags,
  getAssetTag,
  listFolders,
  createFolder,
  getFolder,
  changeFolder,
  brandKit.listBrandKits,
  brandKit.listLogos,
  brandKit.getLogo,
  brandKit.listColors,
  brandKit.getColor,
  brandKit.listFonts,
  brandKit.getFont,
  brandKit.getBrandKit,
  getUser,
]

/** The OpenAPI document of all that is served: the endpoints, and the token endpoints that are mounted by hand. */
export const apiDocument = () => openapiDocument(endpoints, oauthOperations)
