import { z } from 'zod'
import { nameText } from '../http/schemas/body-fields.ts'
import { type Edit, flips, rotations } from '../images/edit-layout.ts'
import { sideMax } from '../images/limits.ts'
import { renditionFormats } from '../images/rendering.ts'
import { focalPoint } from './body.ts'

/** Default compression quality, which is higher than for renditions, because the result is an original. */
export const editQualityDefault = 90

const whole = (least: number, most: number) => {
  const fault = `must be a whole number from ${least} to ${most}.`
  return z.int(fault).min(least, fault).max(most, fault)
}

const crop = z
  .strictObject(
    {
      x: whole(0, sideMax),
      y: whole(0, sideMax),
      width: whole(1, sideMax),
      height: whole(1, sideMax),
    },
    'must be an object of x, y, width and height.',
  )
  .describe('Part of the image to keep, in pixels of the rotated and flipped image, from the top left.')

export const editFields = z.strictObject({
  as: z
    .enum(['version', 'copy'], 'must be version or copy.')
    .describe('`version` makes the result the current version of the asset. `copy` creates a new asset.'),
  rotate: z
    .literal(rotations, 'must be 0, 90, 180 or 270.')
    .optional()
    .describe('Clockwise rotation in degrees, applied first. Default: 0.'),
  flip: z
    .enum(flips, `must be ${flips.join(' or ')}.`)
    .optional()
    .describe(
      'Mirrors the rotated image: `horizontal` swaps left and right, and `vertical` swaps top and bottom.',
    ),
  crop: crop.optional(),
  width: whole(1, sideMax)
    .optional()
    .describe(
      'Width of the result in pixels. Default: computed from `height`, or the width of the cropped image.',
    ),
  height: whole(1, sideMax)
    .optional()
    .describe(
      'Height of the result in pixels. With both `width` and `height`, the image is cropped around its focal point ' +
        'to fill the size.',
    ),
  format: z
    .enum(renditionFormats, `must be among ${renditionFormats.join(', ')}.`)
    .optional()
    .describe("Image format. Default: the asset's format if it is in this list, and otherwise `png`."),
  quality: whole(1, 100)
    .optional()
    .describe(
      `Compression quality, 1 to 100. Default: ${editQualityDefault}. Has no effect on PNG, which is lossless.`,
    ),
  focal_point: focalPoint
    .optional()
    .describe(
      'Focal point in the result, from 0 to 1, measured from the top left. Default: the same point of the image, ' +
        'or none if this point was cropped.',
    ),
  name: nameText.optional().describe('Name of the copy. Default: the name of the asset.'),
})

export type EditFields = z.output<typeof editFields>

/** Whether the edit changes the image, and not only its metadata. */
export const changesPicture = ({ rotate = 0, flip, crop, width, height, format, quality }: EditFields) =>
  rotate !== 0 || [flip, crop, width, height, format, quality].some((field) => field !== undefined)

export const editOf = ({ rotate, flip, crop, width, height }: EditFields): Edit => ({
  rotate,
  flip,
  crop,
  width,
  height,
})
