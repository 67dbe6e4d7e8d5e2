import { z } from 'zod'
import { assetsResource } from '../assets/resource.ts'
import { idInBody, idsUpTo, nameText } from '../http/schemas/body-fields.ts'
import { flag, folderId } from '../http/schemas/query-parameters.ts'
import { moment } from '../http/schemas/times.ts'
import { fileFormat } from './format.ts'

/** Maximum number of IDs: the largest value of `ARCHIVE_FILES_MAX`. */
const idsMax = 100_000
const valuesMax = 40

/** Limits for the bytes and values of the JSON: as many IDs as an archive can have. */
export const archiveJsonLimits = { bytesMax: 4 * 1024 ** 2, valuesMax: idsMax + 1_000, keysMax: 1_000 }

const { with_trashed: _, only_trashed: __, ...parameters } = assetsResource.filters

const filter = z.preprocess(
  asParameters,
  z.strictObject({
    ...inJson(parameters),
    created_since: moment.optional().describe('Earliest creation time, inclusive.'),
    updated_since: moment.optional().describe('Earliest time of the last change, inclusive.'),
  }),
)

export type AssetFilter = z.output<typeof filter>

const sources = ['asset_ids', 'folder_id', 'collection_id', 'filter'] as const

export const archiveBody = z
  .strictObject({
    asset_ids: idsUpTo(idsMax, 'asset', `must not contain more than ${idsMax.toLocaleString('en')} ids.`)
      .optional()
      .describe('IDs of the assets, in the order of the zip.'),
    folder_id: folderId
      .optional()
      .describe(
        'ID of a folder, or `root`. The zip contains the files in the folder and in all subfolders, with the names ' +
          'of the subfolders as paths.',
      ),
    collection_id: idInBody('collection')
      .optional()
      .describe('ID of a collection. The zip contains the assets in the collection, in collection order.'),
    filter: filter
      .optional()
      .describe(
        'Filters of `GET /api/assets`, such as `{"tag":["autumn"],"type":"image"}`. The zip contains all matching ' +
          'assets.',
      ),
    format: fileFormat.default('original'),
    preset: z
      .string('must be a string.')
      .optional()
      .describe(
        'Name of a preset, instead of `format`. Files that are not images are included unchanged, and `Report.txt` in the ' +
          'zip lists them.',
      ),
    include_unavailable: z
      .boolean('must be true or false.')
      .default(false)
      .describe('Whether the zip contains unavailable files. Requires the scope `assets:write`.'),
    name: nameText
      .optional()
      .describe(
        'Name of the zip, without `.zip`. Default: the folder or collection name, or `Assets` followed by the date.',
      ),
  })
  .refine((body) => sources.filter((name) => body[name] !== undefined).length === 1, {
    path: ['asset_ids'],
    error: `must be the only one of ${sources.join(', ')}, and one of them is required.`,
    when: () => true,
  })
  .refine(({ preset, format }) => preset === undefined || format === 'original', {
    path: ['preset'],
    error: 'must not be combined with format, which it determines.',
    when: () => true,
  })

export type ArchiveBody = z.output<typeof archiveBody>

/** Converts parameters of a URL, which are texts: `true` is `"true"` there. */
function asParameters(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asParameter(one)]))
}

function asParameter(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  return Array.isArray(value) && value.length <= valuesMax ? value.map(asParameter) : value
}

/** Converts the schemas of query parameters to schemas of JSON fields, in which flags can be booleans. */
function inJson<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const isFlag = schema instanceof z.ZodOptional && schema.unwrap() === flag
    return [
      name,
      isFlag
        ? z
            .union([z.boolean(), flag])
            .optional()
            .describe(schema.description ?? '')
        : schema,
    ]
  })
  return Object.fromEntries(entries)
}
