import { type Atelier, isSameName, type Template } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'

export const isTemplateId = (text: string) => /^tpl_[0-9a-z]{26}$/.test(text)

/**
 * Finds a template by its ID or its exact name.
 * @throws {UsageError} if no template or several templates have this name.
 */
export async function findTemplate(atelier: Atelier, named: string, signal: AbortSignal): Promise<Template> {
  if (isTemplateId(named)) return atelier.templates.get(named, { signal })
  const found = await atelier.templates.list({ search: named }, { signal }).toArray()
  const exact = found.filter(({ name }) => name === named)
  const same = exact.length > 0 ? exact : found.filter(({ name }) => isSameName(name, named))
  if (same.length === 1) return same[0]!
  if (same.length === 0)
    throw new UsageError(
      `There is no template named ${named}. Run atelier templates list to see the existing templates.`,
    )
  const ids = same.map(({ id }) => id).join(', ')
  throw new UsageError(`${same.length} templates are named ${named}. Specify one of these IDs: ${ids}`)
}
