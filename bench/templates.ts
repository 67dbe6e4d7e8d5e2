import type { Engine } from './engines/engine.ts'
import { fillTemplates } from './fill/templates.ts'

/** Two companies with so many templates each: every line that reads templates measures the same rows. */
export const openTemplates = (engine: Engine, templates: number) =>
  engine.open({
    name: `templates_${templates}`,
    kept: true,
    fill: (owner) => fillTemplates(owner, templates),
  })
