import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent color. White text on its filled shades has a contrast of 4.5:1 or more (WCAG 1.4.3). */
const ultramarine: MantineColorsTuple = [
  '#eef2ff',
  '#dfe6fe',
  '#c0cdfc',
  '#98abf8',
  '#7189f2',
  '#4f67e8',
  '#3249d3',
  '#2839b3',
  '#222f8f',
  '#1d286f',
]

const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f6',
  '#ebebee',
  '#dfdfe4',
  '#cbcbd2',
  '#8a8a94',
  '#66666f',
  '#4b4b54',
  '#33333b',
  '#1b1b20',
]

const dark: MantineColorsTuple = [
  '#ececef',
  '#c9c9d0',
  '#a0a0ab',
  '#71717c',
  '#34343b',
  '#29292f',
  '#1e1e22',
  '#161618',
  '#101012',
  '#0a0a0b',
]

export const mainId = 'main'

/** A `header` element would be a second banner landmark. */
const dialog = { attributes: { header: { role: 'none' } } }

export const theme = createTheme({
  primaryColor: 'ultramarine',
  primaryShade: { light: 6, dark: 5 },
  colors: { ultramarine, gray, dark },
  black: gray[9],
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1rem', lineHeight: '1.4' } },
  },
  components: {
    Modal: {
      defaultProps: { ...dialog, centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.4 } },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: dialog },
    // The focus placeholder is not a menu item and confuses screen readers.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    // Popups, including menus and lists, are rendered inside the main landmark.
    Popover: { defaultProps: { portalProps: { target: `#${mainId}` } } },
    Fieldset: {
      styles: {
        root: { margin: 0 },
        legend: { padding: 0, fontWeight: 600, fontSize: '0.9375rem', marginBottom: 8 },
      },
    },
    Kbd: { styles: { root: { fontFamily: 'inherit', fontWeight: 500 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    // Only the background and the icon are colored, because colored text would have too little contrast.
    Alert: {
      defaultProps: { radius: 'md', variant: 'light' },
      styles: {
        label: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      },
    },
  },
})

/** Overrides shades of Mantine that have too little contrast: text needs 4.5:1, field borders 3:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': '#c92a2a',
    '--portal-side': gray[0],
    '--portal-line': gray[2],
    '--portal-hover': gray[1],
    '--portal-current': gray[2],
    '--portal-field-line': gray[5],
    '--portal-warning': '#b35c00',
    '--portal-good': '#2b8a3e',
    '--portal-code-name': ultramarine[7],
    '--portal-code-text': '#276738',
    '--portal-code-number': '#a03511',
  },
  dark: {
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': '#ff8787',
    // Mantine's default looks as prominent as a filled button.
    '--mantine-color-red-light': 'rgb(255 107 107 / 14%)',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-ultramarine-light': 'rgb(113 137 242 / 18%)',
    '--mantine-color-ultramarine-light-color': ultramarine[3],
    '--portal-side': dark[8],
    '--portal-line': dark[5],
    '--portal-hover': dark[6],
    '--portal-current': dark[5],
    '--portal-field-line': dark[3],
    '--portal-warning': '#ffc078',
    '--portal-good': '#69db7c',
    '--portal-code-name': ultramarine[3],
    '--portal-code-text': '#8fd19e',
    '--portal-code-number': '#ffb38a',
  },
})
