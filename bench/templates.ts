import type { Engine } from './engines/engine.ts'
import { fillTemplates } from './fill/templates.ts'

/**
 * Fills two companies with this number of templates each. All lines that read templates measure the same
 * rows.
 */
export const openTemplates = (engine: Engine, templates: number) =>
  engine.open({
    name: `templates_${templates}`,
    kept: true,
    fill: (owner) => fillTemplates(owner, templates),
  })
