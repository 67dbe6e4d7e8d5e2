import type { DemoCompany } from './company.ts'
import { globexAssets } from './globex-assets.ts'
import { globexBrandKit } from './globex-brand-kit.ts'
import { globexTemplates } from './globex-templates.ts'

/** A company that sells solar roofs and batteries. */
export const globex: DemoCompany = {
  key: 'globex',
  name: 'Globex',
  folders: [
    { path: '/Brand' },
    { path: '/Brand/Fonts' },
    { path: '/Brand/Icons' },
    { path: '/Brand/Logos' },
    { path: '/Brand/Patterns' },
    { path: '/Energy' },
    { path: '/Energy/Grid' },
    { path: '/Energy/Solar' },
    { path: '/Energy/Wind' },
    { path: '/Energy/Wind/Offshore' },
    { path: '/Launch' },
    { path: '/Product' },
    { path: '/Product/Devices' },
    { path: '/Product/Devices/Home' },
    { path: '/Product/Screens' },
    { path: '/Reports' },
    { path: '/Reports/2026' },
    { path: '/Reports/2026/Q3' },
  ],
  assetTags: [
    { name: 'Solar', color: '#FFC83D' },
    { name: 'Wind', color: '#1EC6E6' },
    { name: 'Grid', color: '#2F5BFF' },
    { name: 'Device', color: '#3EDBA0' },
    { name: 'Chart', color: '#7FB2FF' },
    { name: 'Logo', color: '#0B1838' },
    { name: 'Icon', color: null },
    { name: 'Pattern', color: '#FF6F59' },
    { name: 'Key visual', color: '#5B46E8' },
  ],
  assets: globexAssets,
  templateTags: [
    { name: 'Slides', color: '#2F5BFF' },
    { name: 'Reports', color: '#0B1838' },
    { name: 'Outreach', color: '#FFC83D' },
  ],
  templates: globexTemplates,
  brandKits: [globexBrandKit],
}
