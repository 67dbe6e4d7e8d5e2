import type { PictureFit } from './definition.ts'
import type { FocalPoint } from './picture.ts'

/** Values as a request gives them, by the key of their variable. */
export type GivenValues = Record<string, unknown>

export type GivenImage = { asset_id: string; fit?: PictureFit; focal_point?: FocalPoint }

/** An image is given as an object, or as the id of its asset alone. */
export function imageGiven(value: unknown): GivenImage | undefined {
  if (typeof value === 'string') return { asset_id: value }
  return isObject(value) && typeof value.asset_id === 'string' ? (value as GivenImage) : undefined
}

/** Whether a value says anything: without one, the document stays as it is. */
export const isGiven = (value: unknown) => value !== undefined && value !== null

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a request gives for a key, and not what every object has. */
export const givenFor = (values: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined
