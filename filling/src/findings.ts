import type { Finding, TextFindingType } from '@atelier/typesetting'

export type FillingFinding = Finding<
  | TextFindingType
  | 'contrast_low'
  | 'image_low_resolution'
  | 'image_upscaled'
  | 'color_not_in_kit'
  | 'font_not_in_kit'
  | 'logo_clear_space'
  | 'code_not_drawn'
  | 'list_overflow'
  | 'list_truncated'
>
