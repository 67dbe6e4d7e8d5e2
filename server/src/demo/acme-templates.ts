import { acmePrintTemplates } from './acme-print-templates.ts'
import { acmeSocialTemplates } from './acme-social-templates.ts'
import type { DemoTemplate } from './company.ts'

/** 26 templates. */
export const acmeTemplates: readonly DemoTemplate[] = [...acmeSocialTemplates, ...acmePrintTemplates]
