import { NetworkError } from '../../../../../sdk/src/errors.ts'
import { refusal } from '../../../../../sdk/src/http/refusal.ts'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import type { CurrentCompany } from '../../../session.ts'
import { apiText } from '../../../strings/api.ts'
import { tokenText } from '../../../strings/brand-kit.ts'
import { downloadLink } from '../../assets/use-download.ts'
import { fontName } from '../fonts/font-card.tsx'
import { type TokenFormat, tokenFile } from '../kit-queries.ts'

export type KitFile = {
  id: string
  label: string
  /** @returns its path in the zip, and its content. */
  fetch(signal: AbortSignal): Promise<{ path: string; content: Blob }>
}

export function kitFiles(company: CurrentCompany, kit: BrandKit): KitFile[] {
  const nameIn = uniquely()
  const stored = (id: string, folder: string, label: string, url: string, assetId: string): KitFile => {
    const path = nameIn(folder, label, endingOf(url))
    return {
      id,
      label,
      fetch: async (signal) => ({
        path,
        content: await contentOf(await downloadLink(company, assetId, { signal }), signal),
      }),
    }
  }
  return [
    ...kit.logos.map(({ id, name, url, asset_id }) => stored(id, 'logos', name, url, asset_id)),
    ...kit.fonts.flatMap((font) =>
      font.url === null || font.asset_id === null
        ? []
        : [stored(font.id, `fonts/${safe(font.family)}`, fontName(font), font.url, font.asset_id)],
    ),
    ...(Object.keys(tokenText.formats) as TokenFormat[]).map((format) => ({
      id: format,
      label: tokenText.codeIn(tokenText.formats[format]),
      async fetch(signal: AbortSignal) {
        const content = await tokenFile(company, kit.id, format, signal)
        return { path: `tokens/${content.name}`, content }
      },
    })),
  ]
}

async function contentOf(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal }).catch((cause) => {
    throw new NetworkError(apiText.unreachable, { code: 'network', cause })
  })
  if (!response.ok) throw refusal({ method: 'GET', path: url }, response, await response.text())
  return response.blob()
}

const endingOf = (url: string) => /\.[^./]+$/.exec(new URL(url).pathname)?.[0] ?? ''

/** Makes names valid on all systems, and unique ignoring case. */
function uniquely() {
  const taken = new Set<string>()
  return (folder: string, label: string, ending: string) => {
    for (let number = 1; ; number++) {
      const path = `${folder}/${safe(label)}${number === 1 ? '' : ` ${number}`}${ending}`
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  }
}

const nameLengthMax = 80

export const safe = (name: string) =>
  name
    .normalize()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
    .slice(0, nameLengthMax)
    .replace(/^[. ]+|[. ]+$/g, '') || '-'
