import { z } from 'zod'
import { Time } from '../wire.ts'

const Axis = z.object({ tag: z.string(), min: z.number(), default: z.number(), max: z.number() })

const Font = z
  .object({
    family: z.string(),
    face: z.string().optional().describe('Name of the face in its family, such as `Bold Italic`.'),
    style: z.enum(['normal', 'italic']),
    weight: z
      .object({ min: z.number(), max: z.number() })
      .describe('Lightest and heaviest weight, 1 to 1000. Both are equal unless the font has a weight axis.'),
    axes: z.array(Axis).describe('Axes of a variable font.'),
    faces: z.int().describe('Number of faces in the file.'),
    glyphs: z.int().describe('Number of glyphs in the first face.'),
    scripts: z.array(z.string()).describe('ISO 15924 codes of the scripts that the font supports.'),
    fs_type: z.int().describe('Embedding permissions: `fsType` of the OS/2 table.'),
    embedding: z
      .enum(['installable', 'restricted', 'preview', 'editable'])
      .describe('Embedding that `fs_type` permits.'),
    version: z.string().optional(),
    license: z.string().optional().describe('License text or URL in the font.'),
  })
  .meta({ id: 'EmbeddedFont' })

const percent = z.int().min(0).max(100)

const Color = z
  .object({
    name: z.string().optional(),
    group: z.string().optional().describe('Name of the group that contains the color.'),
    hex: z.string().describe('sRGB in the form `#RRGGBB`.'),
    cmyk: z
      .object({ c: percent, m: percent, y: percent, k: percent })
      .optional()
      .describe('Ink percentages of a color that the file defines in CMYK.'),
  })
  .meta({ id: 'EmbeddedColor' })

export const Embedded = z
  .object({
    title: z.string().optional(),
    description: z.string().optional(),
    keywords: z.array(z.string()).optional(),
    creators: z.array(z.string()).optional(),
    credit: z.string().optional(),
    copyright: z.string().optional(),
    usage_terms: z.string().optional(),
    alt_text: z.string().optional(),
    rights_expire_at: Time.optional().describe('Time when the usage rights end (PLUS `LicenseEndDate`).'),
    taken_at: z
      .string()
      .optional()
      .describe(
        'Time when a photo was taken, in ISO 8601. Without an offset, unless the camera recorded one.',
      ),
    location: z
      .object({ latitude: z.number(), longitude: z.number() })
      .optional()
      .describe('Location where a photo was taken, in degrees.'),
    camera: z.string().optional(),
    lens: z.string().optional(),
    software: z.string().optional(),
    color_profile: z.string().optional(),
    resolution: z.number().optional().describe('Resolution in dots per inch.'),
    page: z
      .object({ width: z.number(), height: z.number() })
      .optional()
      .describe('Size of the first page, in millimeters.'),
    encrypted: z.boolean().optional().describe('Whether a document is encrypted.'),
    font: Font.optional(),
    video: z.object({ codec: z.string().optional(), frame_rate: z.number().optional() }).optional(),
    audio: z
      .object({
        codec: z.string().optional(),
        channels: z.int().optional(),
        sample_rate: z.int().optional().describe('Samples per second.'),
      })
      .optional(),
    colors: z.array(Color).optional().describe('Colors of a palette, at most 256.'),
  })
  .meta({
    id: 'Embedded',
    description:
      'Metadata in the file (IPTC, XMP, EXIF) and facts about the file. Fields that the file does not contain are ' +
      'absent.',
  })
