import type { DemoBrandKit, DemoColor } from './company.ts'

export const globexBrandKit: DemoBrandKit = {
  name: 'Globex',
  isDefault: true,
  logos: [
    { name: 'Globex logo', variant: 'primary', theme: 'light', asset: 'Globex Logo', isDefault: true },
    {
      name: 'Globex logo on dark',
      variant: 'primary',
      theme: 'dark',
      asset: 'Globex Logo on Dark',
      isDefault: false,
    },
    { name: 'Mark', variant: 'icon', theme: 'any', asset: 'Globex Mark', isDefault: false },
    { name: 'Wordmark', variant: 'wordmark', theme: 'light', asset: 'Globex Wordmark', isDefault: false },
    {
      name: 'One color, black',
      variant: 'monochrome',
      theme: 'light',
      asset: 'Globex Logo Black',
      isDefault: false,
    },
    {
      name: 'One color, white',
      variant: 'monochrome',
      theme: 'dark',
      asset: 'Globex Logo White',
      isDefault: false,
    },
  ],
  colors: [
    color('Ink', '#0B1838', 'text', 'Core', '2766 C'),
    color('Electric', '#2F5BFF', 'primary', 'Core', '2728 C'),
    color('White', '#FFFFFF', 'background', 'Core', null),
    color('Fog', '#EEF2FA', 'neutral', 'Core', null),
    color('Current', '#1EC6E6', 'secondary', 'Energy', '311 C'),
    color('Leaf', '#3EDBA0', 'secondary', 'Energy', '3385 C'),
    color('Noon', '#FFC83D', 'accent', 'Energy', '123 C'),
    color('Coral', '#FF6F59', 'accent', 'Signal', '2345 C'),
    { ...color('Glass', '#FFFFFF', null, 'Signal', null), opacity: 0.55 },
  ],
  fonts: [
    { family: 'Outfit', weight: 600, style: 'normal', role: 'heading', asset: 'Outfit' },
    { family: 'Outfit', weight: 500, style: 'normal', role: 'subheading', asset: 'Outfit' },
    { family: 'Inter', weight: 400, style: 'normal', role: 'body', asset: 'Inter' },
    { family: 'Inter', weight: 500, style: 'normal', role: 'caption', asset: 'Inter' },
  ],
}

/** A color without CMYK values, because Globex uses its colors only on screens. */
function color(
  name: string,
  hex: string,
  role: DemoColor['role'],
  group: string,
  pantone: string | null,
): DemoColor {
  return { name, hex, opacity: 1, cmyk: null, pantone, role, group }
}
