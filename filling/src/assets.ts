import type { VariableDefinition } from './definition.ts'
import { type Faults, faultList } from './field-errors.ts'
import { type GivenValues, givenFor, imageGiven, isObject } from './request-values.ts'

export type NamedAsset = {
  /** The field of the value: `variables.photo`. */
  field: string
  definition: VariableDefinition
  assetId: string
}

/** The assets in values, including the rows of lists. */
export function assetsNamed(definitions: readonly VariableDefinition[], values: GivenValues): NamedAsset[] {
  return namedIn(definitions, values, 'variables', undefined)
}

function namedIn(
  definitions: readonly VariableDefinition[],
  values: GivenValues,
  path: string,
  list: string | undefined,
): NamedAsset[] {
  return definitions
    .filter((definition) => definition.list === list)
    .flatMap((definition) => {
      const { key, type } = definition
      const field = `${path}.${key}`
      const given = givenFor(values, key)
      if (type === 'list' && Array.isArray(given))
        return given.flatMap((row, at) =>
          isObject(row) ? namedIn(definitions, row, `${field}.${at}`, key) : [],
        )
      const image = type === 'image' ? imageGiven(given) : undefined
      return image ? [{ field, definition, assetId: image.asset_id }] : []
    })
}

export type AssetFacts = {
  width: number
  /** The folder of the asset and its ancestors. */
  folderIds: readonly string[]
}

/**
 * Validates an image against the rules of its variable.
 * @param assets the facts of each existing, usable asset, by ID.
 */
export function assetFaults(named: readonly NamedAsset[], assets: ReadonlyMap<string, AssetFacts>): Faults {
  const faults = faultList()
  for (const { field, definition, assetId } of named) {
    const asset = assets.get(assetId)
    const { min_width: widthMin, folder_id: folderId } = definition
    if (!asset) faults.add(field, 'must be the id of an image in the library.')
    else if (widthMin !== undefined && asset.width < widthMin)
      faults.add(field, `must be an image at least ${widthMin} pixels wide; this one has ${asset.width}.`)
    else if (folderId !== undefined && !asset.folderIds.includes(folderId))
      faults.add(field, `must be an image in the folder ${folderId}.`)
  }
  return faults.faults
}
