/** Acme uses forest, ember and canvas. */
export const acme = {
  forest: '#1F3D33',
  moss: '#5E7F5A',
  sage: '#A9BC9A',
  ember: '#D9602B',
  sun: '#F2B24C',
  lake: '#2F6478',
  mist: '#BFD3D1',
  canvas: '#F3E9D7',
  cream: '#FBF6EB',
  coal: '#22292B',
  berry: '#9C3F48',
} as const

/** Globex uses deep blue, one electric accent, and the colors of sun and leaf. */
export const globex = {
  ink: '#0B1838',
  navy: '#152A5E',
  blue: '#2F5BFF',
  sky: '#7FB2FF',
  cyan: '#1EC6E6',
  mint: '#3EDBA0',
  sun: '#FFC83D',
  coral: '#FF6F59',
  fog: '#EEF2FA',
  cloud: '#D6DEF0',
  white: '#FFFFFF',
} as const

export type Light = {
  /** Top, middle and horizon. */
  sky: readonly [string, string, string]
  sun: string
  /** The colors of the farthest and the nearest ridge. The colors in between are mixed. */
  far: string
  near: string
  snow: string
  water: string
  ground: string
  night?: boolean
}

/** Colors for the hours and seasons of Acme's landscapes. */
export const lights = {
  dawn: {
    sky: ['#6C8FA8', '#F0B8A0', '#FCE3C0'],
    sun: '#FFF3D6',
    far: '#B99AA6',
    near: '#2E4A50',
    snow: '#FFE6DA',
    water: '#D9A9A0',
    ground: '#22393A',
  },
  day: {
    sky: ['#5FA8C9', '#A5D2DD', '#E8F1E4'],
    sun: '#FFF6D8',
    far: '#8FB0BC',
    near: '#2F5F4C',
    snow: '#FFFFFF',
    water: '#6FB0BF',
    ground: '#5D8A4E',
  },
  golden: {
    sky: ['#E2843F', '#F4B257', '#FBE3A6'],
    sun: '#FFF1C0',
    far: '#C98A5C',
    near: '#4B3A32',
    snow: '#FFE9C4',
    water: '#EBA65A',
    ground: '#3A2F2B',
  },
  dusk: {
    sky: ['#2B3560', '#8A5479', '#F0906A'],
    sun: '#FFD9A0',
    far: '#76587F',
    near: '#1E2742',
    snow: '#F3B7A6',
    water: '#7A567D',
    ground: '#171D33',
  },
  night: {
    sky: ['#0A1730', '#16305A', '#2F5D7C'],
    sun: '#F4F1DC',
    far: '#2B4F6E',
    near: '#0C1D2E',
    snow: '#9DBBD0',
    water: '#1D4563',
    ground: '#08131F',
    night: true,
  },
  autumn: {
    sky: ['#86A9AE', '#CFD6C2', '#F6E2B8'],
    sun: '#FFF2CF',
    far: '#A7A58F',
    near: '#8A4526',
    snow: '#FBF3E2',
    water: '#9DB3AC',
    ground: '#6B3A22',
  },
  winter: {
    sky: ['#7C9DBB', '#B9CEDD', '#EEF2F3'],
    sun: '#FFFFFF',
    far: '#9FB6C9',
    near: '#3B586C',
    snow: '#FFFFFF',
    water: '#A9C6D6',
    ground: '#E9F0F4',
  },
  mist: {
    sky: ['#A9BDB8', '#CBD7CF', '#EDEFE4'],
    sun: '#FFFFFF',
    far: '#B7C7C0',
    near: '#34524A',
    snow: '#F4F6F0',
    water: '#B4C8C4',
    ground: '#2B463F',
  },
} as const satisfies Record<string, Light>

export type LightName = keyof typeof lights
