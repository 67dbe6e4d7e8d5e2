/**
 * The allowed vocabulary is the static part of SVG 1.1 and 2. Everything else is removed: scripts, handlers,
 * `foreignObject`, animation (which can set a link to anything), media, cursors, and anything unknown.
 */
const words = (text: string) => text.trim().split(/\s+/)

const shapes = words('path rect circle ellipse line polyline polygon')
const texts = words('text tspan textPath')
const gradients = words('linearGradient radialGradient stop')
const containers = words('svg g defs symbol use image switch a marker clipPath mask pattern view')
const filters = words(`
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

export const elements: ReadonlySet<string> = new Set([
  ...shapes,
  ...texts,
  ...gradients,
  ...containers,
  ...filters,
  ...words('title desc style'),
])

/** Elements that contain only text, whose child elements are removed. */
export const textOnly: ReadonlySet<string> = new Set(['title', 'desc', 'style'])

/** Elements whose text is drawn, with their content. */
export const drawnText: ReadonlySet<string> = new Set(['text', 'flowRoot'])

/** Properties that are also attributes (SVG 2 §6.6). */
const presentation = words(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering direction display dominant-baseline enable-background fill
  fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight font-kerning font-feature-settings font-variation-settings
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
  paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-orientation text-overflow text-rendering transform transform-origin transform-box unicode-bidi
  vector-effect visibility white-space word-spacing writing-mode`)

/**
 * Properties that exist only in style sheets: Inkscape's line properties, geometry, and detailed decorations.
 */
const styleOnly = words(`
  cx cy r rx ry x y width height d line-height text-align text-align-last text-indent text-transform
  text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness
  text-underline-offset font-synthesis font-optical-sizing font-variant-ligatures font-variant-position
  font-variant-caps font-variant-numeric font-variant-alternates font-variant-east-asian inline-size
  shape-inside shape-subtract shape-padding shape-margin solid-color solid-opacity clip-path mask-image
  background-blend-mode tab-size hyphens word-break overflow-wrap`)

export const properties: ReadonlySet<string> = new Set([...presentation, ...styleOnly])

/** Functions of numbers, colors and names. None of these properties accepts a URL; `url()` is checked separately. */
export const functions: ReadonlySet<string> = new Set(
  words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk icc-color calc min max clamp
  matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  rect inset circle ellipse polygon path`),
)

/**
 * Inherited properties that reference a part of the document, which is drawn again for each shape that
 * inherits them.
 */
export const inheritedReferences: ReadonlySet<string> = new Set(
  words('fill stroke marker marker-start marker-mid marker-end'),
)

export const attributes: ReadonlySet<string> = new Set([
  ...presentation,
  ...words(`
  id class style lang role type media title
  x y width height viewBox preserveAspectRatio version baseProfile zoomAndPan
  cx cy r rx ry fx fy fr x1 y1 x2 y2 d points pathLength
  dx dy rotate textLength lengthAdjust startOffset method spacing side
  gradientUnits gradientTransform spreadMethod offset
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits
  markerUnits markerWidth markerHeight orient refX refY
  filterUnits primitiveUnits filterRes in in2 result mode operator k1 k2 k3 k4 values tableValues slope intercept
  amplitude exponent order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha
  surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle azimuth elevation z
  pointsAtX pointsAtY pointsAtZ scale xChannelSelector yChannelSelector stdDeviation radius baseFrequency
  numOctaves seed stitchTiles systemLanguage requiredExtensions requiredFeatures`),
])

/** `data-…` and `aria-…` have no effect on rendering. */
export const annotation = /^(data|aria)-[a-z][a-z0-9._-]*$/

/** Attributes of plain text, where brackets have no meaning. */
export const plainText: ReadonlySet<string> = new Set(
  words(
    'id class lang role title font-family result in in2 systemLanguage requiredExtensions requiredFeatures',
  ),
)
