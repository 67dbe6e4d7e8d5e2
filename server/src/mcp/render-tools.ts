import { z } from 'zod'
import { renderFormats } from '../drawing/recipe.ts'
import { strictInput } from './strict-input.ts'

/** Maximum side of a preview in pixels, which is the size that assistants view without reducing it. */
const previewSideMax = 1_024
const sideMax = 4_096

const filled = {
  id: z.string().describe('ID of a template, `tpl_…`.'),
  variables: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'Values by variable key (see `get_template`). Text, QR code and barcode: a string. Image: `{"asset_id":"ast_…"}`. ' +
        'Color: `#RRGGBB`, or `brand:` followed by the name or role of a color in the brand kit. Number: a number. Boolean: ' +
        'whether the layer is shown. Variables without a value keep the content of the design.',
    ),
  language: z.string().optional().describe('Language of the texts (BCP 47), such as `de` or `ar`.'),
  brand_kit_id: z.string().optional().describe('ID of a brand kit, `bkt_…`. Default: the default brand kit.'),
}

const side = (name: string) =>
  z
    .int()
    .min(1)
    .max(sideMax)
    .optional()
    .describe(`${name} of the file, in pixels. Default: from the template.`)

export const checkInput = strictInput(filled)

export const renderInput = strictInput({
  ...filled,
  format: z.enum(renderFormats).default('png'),
  width: side('Width'),
  height: side('Height'),
  check: z
    .enum(['warn', 'strict'])
    .default('warn')
    .describe('`warn` returns findings with the render. `strict` refuses to render if there are any.'),
})

export type Shown = {
  status: string
  url: string | null
  mime_type: string
  format: string
  width: number
  height: number
}

/**
 * The request for an image that an assistant can view.
 * @returns undefined if the file itself is such an image, or there is no file.
 */
export function previewOf<Request extends object>(
  { status, format, width, height }: Shown,
  request: Request,
) {
  if (status !== 'done') return undefined
  const longer = Math.max(width, height)
  if (['png', 'jpeg', 'webp'].includes(format) && longer <= previewSideMax) return undefined
  const factor = Math.min(1, previewSideMax / longer)
  const sizes = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
  return { ...request, format: 'webp', ...sizes, check: 'off' }
}
