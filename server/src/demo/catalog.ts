import { acme } from './acme.ts'
import type { DemoCompany } from './company.ts'
import { globex } from './globex.ts'

export type { DemoAsset, DemoBrandKit, DemoCompany, DemoTag, DemoTemplate } from './company.ts'

export const demoCompanies: readonly DemoCompany[] = [acme, globex]
