import { presentColor } from '../brand-kit/color-routes.ts'
import { presentFont } from '../brand-kit/font-routes.ts'
import { type FormatName, formatNames, tokenFile } from '../brand-kit/tokens/formats.ts'
import type { MediaFile } from '../http/endpoints/build-response.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Kit } from './contents.ts'

export const isFormat = (name: string): name is FormatName => formatNames.some((format) => format === name)

export function tokensOf(services: Services, kit: Kit, format: FormatName): MediaFile {
  return tokenFile(format, {
    id: publicId('brandKit', kit.id),
    name: kit.name,
    version: kit.version,
    colors: kit.colors.map(presentColor),
    fonts: kit.fonts.map((font) => presentFont(font, services, undefined)),
  })
}
