import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type McpServerFactory,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { formatNames } from '../brand-kit/tokens/formats.ts'
import type { ClientScope, Principal } from '../http/caller.ts'
import { parseId } from '../ids.ts'
import { reviewStates } from '../reviews/states.ts'
import { shown, structuredPage, withoutUrls } from './answers.ts'
import { type Asker, ask, type Parameters, Refusal } from './ask.ts'
import { checkInput, previewOf, renderInput, type Shown } from './render-tools.ts'
import { strictInput } from './strict-input.ts'

/** Tools that change nothing, and use only the library. */
const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** Tools that create something, with the same result when repeated. */
const creating: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
const changing: ToolAnnotations = { ...creating, destructiveHint: true }
/** Number of results. More results would fill an assistant's context. */
const found = z.int().min(1).max(50).default(10).describe('Maximum number of results.')
const cursor = z
  .string()
  .optional()
  .describe('`next_cursor` of the previous page. Repeat the other arguments unchanged.')
const words = z
  .string()
  .optional()
  .describe('Search terms. Each term matches any part of a word in names, texts and tags.')
const tags = z
  .array(z.string())
  .optional()
  .describe('IDs, slugs or names of tags. Returns only items that have all of these tags.')
const language = z
  .string()
  .optional()
  .describe(
    'Preferred languages of names and texts, such as `de` or `de, fr;q=0.5`. Default: the original texts.',
  )
const review = z.enum(reviewStates).optional().describe('Review state. Only for companies that use reviews.')
const kit = z.string().optional().describe('ID of a brand kit, `bkt_…`. Default: the default brand kit.')
const assetId = z.string().describe('ID of an asset, `ast_…`.')
const pictureSideMax = 1_568

const templateFields = 'id,name,description,status,review,type,width,height,unit,tags,updated_at'
const assetFields =
  'id,name,type,mime_type,width,height,duration,alt_text,description,copyright,license,usage_terms,availability,expires_at,review,folder_path,tags,updated_at'

type Asked = { request: Request } & Asker

/** @returns a handler for an authenticated request of the protocol. */
export function openTools(app: FastifyInstance, publicUrl: () => string) {
  return async (principal: Principal, { request, ...asker }: Asked): Promise<Response> => {
    const handler = createMcpHandler(serverOf(app, publicUrl, principal, asker))
    return handler.fetch(request)
  }
}

/** One server per request. It offers the tools that the token's scopes allow. */
function serverOf(
  app: FastifyInstance,
  publicUrl: () => string,
  { scopes }: Principal,
  asker: Asker,
): McpServerFactory {
  return () => {
    const server = new McpServer(
      { name: 'atelier', title: 'Atelier', version: '1' },
      {
        instructions:
          'The creative library of one company: its templates, assets and brand kits, and renders of its templates.',
      },
    )
    const tool = <Input extends z.ZodObject>(
      needed: ClientScope | readonly ClientScope[],
      name: string,
      { title, description, input, annotations = reading }: About<Input>,
      work: (input: z.output<Input>) => Promise<CallToolResult>,
    ) => {
      if (![needed].flat().every((scope) => scopes.includes(scope))) return
      const inputSchema: StandardSchemaWithJSON = input
      server.registerTool(name, { title, description, inputSchema, annotations }, (given: unknown) =>
        refusedInWords(work(given as z.output<Input>)),
      )
    }
    const read = (path: string, parameters?: Parameters, language?: string) =>
      ask(
        app,
        asker,
        path,
        parameters,
        language === undefined ? {} : { headers: { 'accept-language': language } },
      )
    const send = (path: string, json: object, headers?: Record<string, string>) =>
      ask(app, asker, path, {}, { json, ...(headers && { headers }) })
    /** Undefined for other URLs. */
    const imageAt = async (url: string, mimeType: string) => {
      const { statusCode, rawPayload } = await app.inject({ url: url.slice(publicUrl().length) })
      if (statusCode !== 200) return undefined
      return { type: 'image' as const, mimeType, data: rawPayload.toString('base64') }
    }

    tool(
      'templates:read',
      'search_templates',
      {
        title: 'Search templates',
        description:
          'Returns the templates that match the search terms, tags and status. The best matches come first; ' +
          'without search terms, the newest templates come first.',
        input: strictInput({
          words,
          tags,
          status: z.enum(['draft', 'published', 'archived']).optional(),
          review,
          language,
          limit: found,
          cursor,
        }),
      },
      async ({ status, review, language, ...search }) =>
        structuredPage(
          await read('/templates', { ...searchOf(search), status, review, fields: templateFields }, language),
        ),
    )
    tool(
      'templates:read',
      'get_template',
      {
        title: 'Get a template',
        description:
          'Returns a template with its variables: the key, type, label and default value of each part ' +
          'that can be filled in.',
        input: strictInput({ id: z.string().describe('ID of a template, `tpl_…`.'), language }),
      },
      async ({ id, language }) =>
        withoutUrls(await read(`/templates/${checkedId('template', id)}`, {}, language)),
    )
    tool(
      'assets:read',
      'search_assets',
      {
        title: 'Search assets',
        description:
          'Returns the images, videos, audio files, documents and fonts that match the search terms, tags and ' +
          'type. The best matches come first; without search terms, the newest assets come first.',
        input: strictInput({
          words,
          tags,
          type: z.enum(['image', 'video', 'audio', 'document', 'font', 'other']).optional(),
          review,
          language,
          limit: found,
          cursor,
        }),
      },
      async ({ type, review, language, ...search }) =>
        structuredPage(
          await read('/assets', { ...searchOf(search), type, review, fields: assetFields }, language),
        ),
    )
    tool(
      'assets:read',
      'get_asset',
      {
        title: 'Get an asset',
        description:
          'Returns the details of an asset, such as its size, rights, texts, tags and colors. To see the image, ' +
          'call `get_rendition`.',
        input: strictInput({ id: assetId, language }),
      },
      async ({ id, language }) => withoutUrls(await read(`/assets/${checkedId('asset', id)}`, {}, language)),
    )
    tool(
      ['assets:read', 'assets:write'],
      'update_asset',
      {
        title: 'Update an asset',
        description:
          'Changes the name, texts and tags of an asset and returns the asset. Omitted arguments are unchanged.',
        input: strictInput({
          id: assetId,
          name: z.string().optional().describe('Name of the asset.'),
          alt_text: z
            .string()
            .nullable()
            .optional()
            .describe('Alternative text of the image. Null removes it.'),
          description: z.string().nullable().optional().describe('Description. Null removes it.'),
          copyright: z.string().nullable().optional().describe('Copyright notice. Null removes it.'),
          translations: z
            .record(
              z.string(),
              z
                .looseObject({
                  name: z.string().nullable().optional(),
                  description: z.string().nullable().optional(),
                  alt_text: z.string().nullable().optional(),
                })
                .nullable(),
            )
            .optional()
            .describe(
              'Texts in other languages, by language tag such as `de`. Omitted languages and texts are unchanged. ' +
                'Null removes one.',
            ),
          tags: z
            .array(z.string())
            .optional()
            .describe(
              'Names or IDs of all tags of the asset. Replaces the current tags. Unknown names are created as tags.',
            ),
        }),
        annotations: changing,
      },
      async ({ id, tags, ...fields }) => {
        // A name without a tag becomes a new tag.
        const named = tags?.map((tag) => (parseId('assetTag', tag) ? tag : { name: tag }))
        const json = { ...fields, ...(named && { tags: named }) }
        const path = `/assets/${checkedId('asset', id)}`
        return withoutUrls(await ask(app, asker, path, {}, { json, method: 'PATCH' }))
      },
    )
    tool(
      'assets:read',
      'get_rendition',
      {
        title: 'View an asset',
        description:
          'Returns an image of an asset at the requested width, and a signed URL of the image that expires after a ' +
          'few hours.',
        input: strictInput({
          id: assetId,
          width: z.int().min(16).max(pictureSideMax).default(768).describe('Width of the image, in pixels.'),
          format: z.enum(['webp', 'png', 'jpeg']).default('webp'),
          preset: z
            .string()
            .optional()
            .describe(
              'Name of a preset. The link then opens the rendition of the preset; the returned image is still small.',
            ),
        }),
      },
      async ({ id, width, format, preset }) => {
        const path = `/assets/${checkedId('asset', id)}/link`
        const { data } = (await read(path, { w: width, format })) as { data: Link }
        const linked = preset === undefined ? { data } : await read(path, { preset })
        const image = await imageAt(data.url, data.mime_type)
        return { content: [...(image ? [image] : []), ...shown(linked).content] }
      },
    )
    tool(
      ['renders:read', 'templates:read'],
      'check_template',
      {
        title: 'Check values for a template',
        description:
          'Returns the findings for the template with these values, such as texts that are shrunk or do not fit, ' +
          'and the position of each text. Does not render the template.',
        input: checkInput,
      },
      async ({ id, ...values }) =>
        shown(await send(`/templates/${checkedId('template', id)}/checks`, values)),
    )
    tool(
      ['renders:write', 'templates:read'],
      'render_template',
      {
        title: 'Render a template',
        description:
          'Renders a template with values and returns an image of the result. The render contains a signed URL of ' +
          'the file, which expires after a few hours, and findings to check. If `status` is queued or ' +
          'rendering, call the tool again with the same arguments.',
        input: renderInput,
        annotations: creating,
      },
      async ({ id, ...request }) => {
        const path = `/templates/${checkedId('template', id)}/renders`
        const wait = { prefer: 'wait=30' }
        const { data } = (await send(path, request, wait)) as { data: Shown }
        const preview = previewOf(data, request)
        const { data: small } = preview ? ((await send(path, preview, wait)) as { data: Shown }) : { data }
        const image = small.url === null ? undefined : await imageAt(small.url, small.mime_type)
        return { content: [...(image ? [image] : []), ...shown({ data }).content] }
      },
    )
    tool(
      'brandkit:read',
      'get_brand_kit',
      {
        title: 'Get a brand kit',
        description: 'Returns the logos, colors and fonts of a brand kit, with the role of each.',
        input: strictInput({ id: kit }),
      },
      async ({ id }) => shown(await kitOf(read, id)),
    )
    tool(
      'brandkit:read',
      'get_brand_tokens',
      {
        title: 'Get design tokens',
        description:
          'Returns the colors and fonts of a brand kit as a file for code: W3C design tokens, CSS, SCSS, ' +
          'a Tailwind theme or JSON.',
        input: strictInput({ id: kit, format: z.enum(textFormats).default('dtcg') }),
      },
      async ({ id, format }) => {
        const { data } = await kitOf(read, id)
        return shown(await read(`/brand-kit/${data.id}/tokens`, { format }))
      },
    )
    return server
  }
}

type About<Input> = {
  title: string
  description: string
  input: Input
  /** Defaults to the annotations of a read-only tool. */
  annotations?: ToolAnnotations
}
type Link = { url: string; mime_type: string }
type Read = (path: string, parameters?: Parameters) => Promise<unknown>
type Kit = { data: { id: string; is_default: boolean } }

/** Formats that are text. Swatch formats are binary. */
const textFormats = formatNames.filter((name) => !['ase', 'gpl'].includes(name)) as [string, ...string[]]

async function kitOf(read: Read, id: string | undefined): Promise<Kit> {
  if (id !== undefined) return (await read(`/brand-kit/${checkedId('brandKit', id)}`)) as Kit
  const { data } = (await read('/brand-kit', { per_page: 100 })) as { data: Kit['data'][] }
  const chosen = data.find((one) => one.is_default) ?? data[0]
  if (!chosen) throw new Refusal('The company has no brand kit.')
  return { data: chosen }
}

const ids = { template: 'a template, tpl_…', asset: 'an asset, ast_…', brandKit: 'a brand kit, bkt_…' }

/**
 * Rejects anything except an ID of this kind, because another text could lead to a different API path.
 * @throws {Refusal}
 */
function checkedId(kind: keyof typeof ids, id: string): string {
  if (parseId(kind, id) === undefined) throw new Refusal(`The id must be the ID of ${ids[kind]}.`)
  return id
}

type Search = {
  words?: string | undefined
  tags?: string[] | undefined
  limit: number
  cursor?: string | undefined
}

const searchOf = ({ words, tags, limit, cursor }: Search): Parameters => ({
  search: words || undefined,
  tag: tags,
  tag_mode: tags && 'all',
  per_page: limit,
  cursor,
})

/** Returns an error as text, so that an assistant can correct its call. */
const refusedInWords = (work: Promise<CallToolResult>): Promise<CallToolResult> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return { ...shown(error.message), isError: true }
  })
