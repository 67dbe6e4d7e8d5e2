import type { DemoBrandKit } from './company.ts'

export const acmeBrandKit: DemoBrandKit = {
  name: 'Acme Outfitters',
  isDefault: true,
  logos: [
    { name: 'Acme logo', variant: 'primary', theme: 'light', asset: 'Acme Logo', isDefault: true },
    {
      name: 'Acme logo on dark',
      variant: 'primary',
      theme: 'dark',
      asset: 'Acme Logo on Dark',
      isDefault: false,
    },
    { name: 'Stacked', variant: 'secondary', theme: 'light', asset: 'Acme Logo Stacked', isDefault: false },
    { name: 'Mark', variant: 'icon', theme: 'any', asset: 'Acme Mark', isDefault: false },
    { name: 'Wordmark', variant: 'wordmark', theme: 'light', asset: 'Acme Wordmark', isDefault: false },
    {
      name: 'One color, black',
      variant: 'monochrome',
      theme: 'light',
      asset: 'Acme Logo Black',
      isDefault: false,
    },
    {
      name: 'One color, white',
      variant: 'monochrome',
      theme: 'dark',
      asset: 'Acme Logo White',
      isDefault: false,
    },
  ],
  colors: [
    color('Forest', '#1F3D33', 'primary', 'Core', [74, 38, 64, 56], '5535 C'),
    color('Ember', '#D9602B', 'accent', 'Core', [9, 74, 96, 1], '7583 C'),
    color('Canvas', '#F3E9D7', 'background', 'Core', [4, 7, 15, 0], '7527 C'),
    color('Coal', '#22292B', 'text', 'Core', [73, 60, 58, 66], 'Black 7 C'),
    color('Sun', '#F2B24C', 'secondary', 'Season', [4, 33, 81, 0], '143 C'),
    color('Lake', '#2F6478', 'secondary', 'Season', [83, 48, 38, 15], '5473 C'),
    color('Berry', '#9C3F48', 'accent', 'Season', [27, 84, 63, 20], '7637 C'),
    color('Moss', '#5E7F5A', 'secondary', 'Season', [62, 30, 72, 14], null),
    color('Sage', '#A9BC9A', 'neutral', 'Quiet', [36, 15, 45, 0], null),
    color('Mist', '#BFD3D1', 'neutral', 'Quiet', [26, 8, 17, 0], null),
    { ...color('Veil', '#22292B', null, 'Quiet', null, null), opacity: 0.6 },
  ],
  fonts: [
    font('Josefin Sans', 700, 'heading'),
    font('Josefin Sans', 600, 'subheading'),
    font('Source Serif 4', 400, 'body'),
    { ...font('Source Serif 4', 400, null), style: 'italic', asset: 'Source Serif 4 Italic' },
    font('Source Sans 3', 400, 'caption'),
  ],
}

function font(
  family: string,
  weight: number,
  role: DemoBrandKit['fonts'][number]['role'],
): DemoBrandKit['fonts'][number] {
  return { family, weight, style: 'normal', role, asset: family }
}

function color(
  name: string,
  hex: string,
  role: DemoBrandKit['colors'][number]['role'],
  group: string,
  inks: readonly [number, number, number, number] | null,
  pantone: string | null,
): DemoBrandKit['colors'][number] {
  const cmyk = inks && { c: inks[0], m: inks[1], y: inks[2], k: inks[3] }
  return { name, hex, opacity: 1, cmyk, pantone, role, group }
}
