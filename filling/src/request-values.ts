import type { PictureFit } from './definition.ts'
import type { FocalPoint } from './picture.ts'

/** By variable key. */
export type GivenValues = Record<string, unknown>

export type GivenImage = { asset_id: string; fit?: PictureFit; focal_point?: FocalPoint }

/** An image is an object, or only the ID of its asset. */
export function imageGiven(value: unknown): GivenImage | undefined {
  if (typeof value === 'string') return { asset_id: value }
  return isObject(value) && typeof value.asset_id === 'string' ? (value as GivenImage) : undefined
}

export const isGiven = (value: unknown) => value !== undefined && value !== null

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads own properties only, so that a key such as `constructor` has no value. */
export const givenFor = (values: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined
