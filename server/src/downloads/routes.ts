import { permit } from '../http/caller.ts'
import { createEndpoint, deleteEndpoint, getEndpoint } from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { archiveBody, archiveJsonLimits } from './body.ts'
import { createArchive } from './create.ts'
import { archivesResource } from './resource.ts'
import { limitIds, type Selection, select } from './select.ts'

const create = createEndpoint<typeof archiveBody, Selection>(archivesResource, {
  // Requires only the read scope, because a client that can read each asset can also read them as a zip.
  scope: 'assets:read',
  description:
    'Creates a zip of assets and returns it. Send exactly one of `asset_ids`, `folder_id`, `collection_id` and ' +
    "`filter`. `url` streams the zip, which is built while it is sent. The zip contains the assets' current files " +
    'at download time, uncompressed. File names are kept and made safe for every system; equal names are ' +
    'numbered. `Report.txt` in the zip lists files that have been deleted in the meantime or are unavailable. More ' +
    'than `ARCHIVE_FILES_MAX` files or `ARCHIVE_BYTES_MAX` bytes return 422 with the size and the limit.',
  jsonLimits: archiveJsonLimits,
  body: archiveBody,
  limit: limitIds,
  async prepare({ caller, body }, services) {
    if (body.include_unavailable) permit(caller, 'assets:write')
    return select(services, caller.companyId, body)
  },
  create: ({ trx, caller, body, prepared, now }) => createArchive(trx, caller, body, prepared, now),
})

const remove = deleteEndpoint(archivesResource, {
  scope: 'assets:write',
  description: 'Deletes the archive. Its URL then returns 404. Downloads in progress may fail.',
  async remove({ trx, companyId, id }) {
    await trx.deleteFrom('archives').where('company_id', '=', companyId).where('id', '=', id).execute()
  },
})

export const archiveEndpoints = [
  listEndpoint(archivesResource),
  create,
  getEndpoint(archivesResource),
  remove,
]
