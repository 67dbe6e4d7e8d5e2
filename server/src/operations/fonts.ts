import { shippedFamilies } from '@atelier/typesetting/shipped-fonts'
import type { FastifyInstance } from 'fastify'
import { shippedFonts } from '../drawing/shipped-fonts.ts'
import { ApiError } from '../errors.ts'

/** The version of the fonts is the version of the portal, so the URL changes when a font changes. */
export const fontsPath = '/portal/fonts/:version/*'

const yearSeconds = 31_536_000

/** Serves the shipped fonts, for previews in the browser. No other files can be read through this route. */
export function mountFonts(app: FastifyInstance) {
  const paths = new Set(shippedFamilies.flatMap(({ faces }) => faces.map(([path]) => path)))
  app.get<{ Params: { '*': string } }>(fontsPath, async ({ params }, reply) => {
    const path = params['*']
    if (!paths.has(path)) throw new ApiError('not_found')
    return reply
      .type(path.endsWith('.woff2') ? 'font/woff2' : 'font/ttf')
      .header('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
      .send(await shippedFonts.read(path))
  })
}
