import { acmeDesigns } from './acme-designs.ts'
import { acmePrintTemplates } from './acme-print-templates.ts'
import { acmeSocialTemplates } from './acme-social-templates.ts'
import type { DemoTemplate } from './company.ts'

export const acmeTemplates: readonly DemoTemplate[] = [
  ...acmeSocialTemplates,
  ...acmePrintTemplates,
  ...acmeDesigns,
]
