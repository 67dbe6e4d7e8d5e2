import type { APIRequestContext } from 'playwright-core'

type Asset = { id: string; name: string }
type Call = <Data>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Data>

/** Adds content that the demo data lack: properties with values, presets, a collection and a brand page. */
export async function addContent(request: APIRequestContext, url: string, company: string): Promise<void> {
  const call: Call = async (method, path, data) => {
    const headers = { origin: url, 'Atelier-Company': company }
    const response = await request.fetch(`/portal/api${path}`, { method, headers, ...(data && { data }) })
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()).data
  }
  const photos = await call<Asset[]>(
    'GET',
    '/assets?type=image&extension=webp,jpg&per_page=24&fields=id,name',
  )
  await addProperties(call, photos)
  await addPresets(call)
  await call('POST', '/collections', {
    name: 'Autumn launch',
    description: 'Selected for the shops and the press, in the order of the story.',
    asset_ids: photos.slice(0, 14).map(({ id }) => id),
  })
  const [kit] = await call<Asset[]>('GET', '/brand-kit?per_page=1')
  const examples = photos.slice(0, 2).map(({ id }, at) => ({
    asset_id: id,
    kind: at === 0 ? 'do' : 'dont',
    caption: at === 0 ? 'People outdoors, in daylight' : 'No people, no place',
  }))
  await call('POST', '/brand-pages', {
    brand_kit_id: kit!.id,
    slug: brandPageSlug,
    intro: 'Logos, colors and fonts for partners and agencies.',
    sections: [
      { title: 'Photography', text: 'Show **people outdoors**, in the light of the day.', examples },
    ],
  })
}

export const brandPageSlug = 'acme-outdoor'

async function addProperties(call: Call, photos: Asset[]) {
  const labelled = (...labels: string[]) => labels.map((label) => ({ label }))
  const properties = [
    { label: 'Region', type: 'choice', options: labelled('Europe', 'Americas', 'Asia Pacific') },
    { label: 'Channels', type: 'choices', options: labelled('Web', 'Print', 'Social', 'Retail') },
    { label: 'Shooting day', type: 'date', maps_from: 'taken_at' },
    { label: 'Cleared for ads', type: 'boolean', default: false },
    { label: 'Photographer', type: 'text', maps_from: 'creators', help: 'As it appears in credits.' },
    { label: 'Campaign', type: 'text', applies_to: 'template' },
  ]
  for (const property of properties) await call('POST', '/properties', property)
  const values = [
    { region: 'europe', channels: ['web', 'print'], shooting_day: '2026-09-14', cleared_for_ads: true },
    { region: 'americas', channels: ['social'], shooting_day: '2026-10-02', photographer: 'Lea Sommer' },
  ]
  for (const [at, properties] of values.entries()) {
    const ids = photos.filter((_, place) => place % values.length === at).map(({ id }) => id)
    await call('POST', '/asset-batches', { action: 'set_properties', ids, properties })
  }
}

async function addPresets(call: Call) {
  const presets = [
    { name: 'web', label: 'Web, JPEG up to 2,000 px', width: 2_000, height: 2_000, format: 'jpeg' },
    { name: 'square', label: 'Square post', width: 1_080, height: 1_080, fit: 'cover', format: 'jpeg' },
    { name: 'print', label: 'Print, TIFF in CMYK', format: 'tiff', color_profile: 'cmyk' },
  ]
  for (const preset of presets) await call('POST', '/presets', preset)
}
