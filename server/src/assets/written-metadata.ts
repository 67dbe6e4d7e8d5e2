import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Fields, WrittenMetadata } from '../file-metadata/fields.ts'
import { parseId } from '../ids.ts'

/** Part of the ETag. Increased when the same fields produce different bytes. */
const writerVersion = 2

/** Suffix of an asset ID, after a colon, that selects only creators, copyright and usage terms. */
export const copyrightOnly = 'copyright'

/**
 * The metadata of an asset as it is written into its files. Title, description, alt text, copyright, usage terms and
 * expiry come from the asset, and its tags are added to the keywords of the file. Other metadata stays as it is in the
 * file: the database holds truncated texts and lists (images/metadata.ts).
 */
export const metadataToWrite =
  (db: Db) =>
  async (fileKey: string, asked: string): Promise<WrittenMetadata> => {
    const companyId = fileKey.split('/')[0]!
    const [publicAssetId = '', part] = asked.split(':')
    const id = parseId('asset', publicAssetId)
    if (!id) throw new ApiError('not_found')
    const fields = await asCompany(db, companyId, async (trx): Promise<Fields> => {
      const asset = await trx
        .selectFrom('assets')
        .select(['name', 'description', 'alt_text', 'copyright', 'usage_terms', 'expires_at', 'embedded'])
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!asset) throw new ApiError('not_found')
      const tags = await trx
        .selectFrom('asset_taggings as g')
        .innerJoin('asset_tags as t', (join) =>
          join.onRef('t.company_id', '=', 'g.company_id').onRef('t.id', '=', 'g.tag_id'),
        )
        .select('t.name')
        .where('g.company_id', '=', companyId)
        .where('g.id', '=', id)
        .where('g.source', '<>', 'auto')
        .where('t.deleted_at', 'is', null)
        .orderBy('t.name_key')
        .execute()
      const { keywords = [], creators = [], credit, usage_terms } = asset.embedded
      const rights = {
        creators,
        credit,
        copyright: asset.copyright ?? undefined,
        usageTerms: asset.usage_terms ?? usage_terms,
      }
      if (part === copyrightOnly) return { keywords: [], ...rights }
      return {
        title: asset.name,
        description: asset.description ?? undefined,
        keywords: [...new Set([...keywords, ...tags.map(({ name }) => name)])],
        ...rights,
        altText: asset.alt_text ?? undefined,
        rightsExpireAt: asset.expires_at?.toISOString(),
      }
    })
    const digest = createHash('sha256')
      .update(JSON.stringify([writerVersion, fields]))
      .digest('hex')
      .slice(0, 16)
    return { fields, digest }
  }
