import type { Atelier, Preset } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'

/** Finds the company's presets by name. @throws {UsageError} for an unknown name. */
export async function findPresets(
  atelier: Atelier,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Preset[]> {
  const all = await atelier.presets.list({}, { signal }).toArray()
  return names.map((name) => {
    const preset = all.find((one) => one.name === name)
    if (preset) return preset
    throw new UsageError(
      `No preset is named "${name}". Run atelier presets list to see the existing presets.`,
    )
  })
}
