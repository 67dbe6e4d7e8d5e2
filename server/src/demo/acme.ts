import { acmeAssets } from './acme-assets.ts'
import { acmeBrandKit } from './acme-brand-kit.ts'
import { acmeTemplates } from './acme-templates.ts'
import type { DemoCompany } from './company.ts'

/** A maker of tents, packs and mugs, founded in 1987. */
export const acme: DemoCompany = {
  key: 'acme',
  name: 'Acme',
  folders: [
    { path: '/Brand' },
    { path: '/Brand/Fonts' },
    { path: '/Brand/Icons' },
    { path: '/Brand/Logos' },
    { path: '/Brand/Patterns' },
    { path: '/Campaigns' },
    { path: '/Campaigns/2025' },
    { path: '/Campaigns/2025/Winter' },
    { path: '/Campaigns/2026' },
    { path: '/Campaigns/2026/Spring' },
    { path: '/Campaigns/2026/Summer' },
    { path: '/Campaigns/2026/Autumn' },
    { path: '/Places' },
    { path: '/Products' },
    { path: '/Products/Camp Kitchen' },
    { path: '/Products/Clothing' },
    { path: '/Products/Clothing/Footwear' },
    { path: '/Products/Lighting' },
    { path: '/Products/Packs' },
    { path: '/Products/Tents & Sleep' },
    { path: '/Products/Tools' },
  ],
  assetTags: [
    { name: 'Landscape', color: '#2F6478' },
    { name: 'Lake', color: '#6FB0BF' },
    { name: 'Night', color: '#16305A' },
    { name: 'Hero', color: '#D9602B' },
    { name: 'Product', color: '#5E7F5A' },
    { name: 'Flat lay', color: '#A9BC9A' },
    { name: 'Ember', color: '#D9602B' },
    { name: 'Forest', color: '#1F3D33' },
    { name: 'Logo', color: '#22292B' },
    { name: 'Icon', color: null },
    { name: 'Pattern', color: '#F2B24C' },
    { name: 'Café', color: '#9C3F48' },
    { name: 'Print-ready', color: null },
    { name: 'Retouching', color: '#E6B58F' },
  ],
  assets: acmeAssets,
  templateTags: [
    { name: 'Social', color: '#D9602B' },
    { name: 'Print', color: '#1F3D33' },
    { name: 'Email', color: '#2F6478' },
    { name: 'Retail', color: '#F2B24C' },
    { name: 'Campaign', color: '#9C3F48' },
  ],
  templates: acmeTemplates,
  brandKits: [acmeBrandKit],
}
