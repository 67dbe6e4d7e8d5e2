/**
 * Random small SVG documents that are expensive to render, because they combine everything that multiplies
 * work.
 */
import fc from 'fast-check'

const bytesMax = 2_000
const ids = ['a', 'b', 'c', 'd', 'e']
const id = fc.constantFrom(...ids)
const number = fc.constantFrom(
  '0',
  '.001',
  '.5',
  '1',
  '2',
  '7',
  '30',
  '64',
  '100',
  '300',
  '1e4',
  '1e6',
  '1e8',
  '-50%',
  '100%',
  '400%',
)
const size = fc.constantFrom('1', '8', '64', '100%', '300')
const list = (values: fc.Arbitrary<string>, maxLength: number, separator = ' ') =>
  fc.array(values, { minLength: 1, maxLength }).map((all) => all.join(separator))

const attribute = fc.oneof(
  { weight: 3, arbitrary: id.map((name) => `mask="url(#${name})"`) },
  { weight: 3, arbitrary: id.map((name) => `filter="url(#${name})"`) },
  { weight: 2, arbitrary: id.map((name) => `fill="url(#${name})"`) },
  id.map((name) => `stroke="url(#${name})"`),
  id.map((name) => `clip-path="url(#${name})"`),
  id.map((name) => `marker-mid="url(#${name})"`),
  fc.constantFrom(
    'opacity=".9"',
    'fill-opacity=".5"',
    'display="none"',
    'visibility="hidden"',
    'overflow="visible"',
  ),
  fc.constantFrom(
    'style="mix-blend-mode:multiply"',
    'style="isolation:isolate"',
    'style="mask:inherit"',
    'style="filter:inherit"',
  ),
  list(number, 2).map((scale) => `transform="scale(${scale})"`),
  list(number, 3).map((all) => `style="filter:blur(${all.split(' ')[0]}px) drop-shadow(1px 1px 2px red)"`),
  fc
    .tuple(number, number)
    .map(([width, dash]) => `stroke="red" stroke-width="${width}" stroke-dasharray="${dash}"`),
  fc.constantFrom('stroke="red" stroke-linejoin="round" stroke-linecap="round"', 'class="x"', 'class="y"'),
)
const attributes = fc
  .uniqueArray(attribute, { selector: (one) => one.split('=')[0], maxLength: 3 })
  .map((all) => all.join(' '))

const shape = fc
  .oneof(
    fc.tuple(size, size).map(([width, height]) => `<rect width="${width}" height="${height}"`),
    number.map((radius) => `<circle cx="32" cy="32" r="${radius}"`),
    fc.tuple(number, number).map(([x, y]) => `<line x2="${x}" y2="${y}"`),
    list(
      fc
        .tuple(fc.constantFrom(...'MLHVCSQTAmlhvcsqtaz'), list(number, 7))
        .map(([command, all]) => command + all),
      8,
      '',
    ).map((d) => `<path d="M0 0${d.replaceAll('%', '')}"`),
    fc
      .integer({ min: 1, max: 60 })
      .map((times) => `<polyline points="${'0 0 64 64 0 64 64 0 '.repeat(times)}"`),
    fc
      .tuple(number, fc.integer({ min: 1, max: 600 }))
      .map(([font, glyphs]) => `<text y="40" font-size="${font}" data-glyphs="${glyphs}"`),
    fc.tuple(id, number).map(([name, x]) => `<use href="#${name}" x="${x}"`),
  )
  .chain((start) =>
    attributes.map(
      (all) =>
        `${start} ${all}${start.startsWith('<text') ? `>${'Mg'.repeat(Number(/glyphs="(\d+)/.exec(start)![1]))}</text>` : '/>'}`,
    ),
  )

const primitive = fc.oneof(
  number.map((deviation) => `<feGaussianBlur stdDeviation="${deviation}"/>`),
  number.map((radius) => `<feMorphology operator="dilate" radius="${radius}"/>`),
  fc.tuple(number, fc.constantFrom('1', '9', '1000')).map(([base, octaves]) => `<feTurbulence baseFrequency="${base}" numOctaves="${octaves}"/>`),
  fc.constantFrom('3', '9', '20').map((order) => `<feConvolveMatrix order="${order}" kernelMatrix="${'1 '.repeat(Number(order) ** 2)}"/>`),
  number.map((scale) => `<feDisplacementMap in2="SourceGraphic" scale="${scale}"/>`),
  id.map((name) => `<feImage href="#${name}"/>`),
  fc.constantFrom(
    '<feDropShadow dx="1" dy="1"/>', '<feDiffuseLighting><fePointLight z="9"/></feDiffuseLighting>',
    '<feSpecularLighting><feSpotLight z="9"/></feSpecularLighting>', '<feColorMatrix type="hueRotate" values="9"/>',
    '<feComponentTransfer/>', '<feComposite in2="SourceGraphic"/>', '<feBlend in2="SourceGraphic"/>', '<feTile/>',
    '<feMerge><feMergeNode/><feMergeNode/></feMerge>', '<feFlood/>', '<feOffset dx="3"/>',
  ),
) // biome-ignore format: each line is one kind.

const named = (element: string, more: fc.Arbitrary<string>) =>
  fc.tuple(id, more).map(([name, all]) => `<${element} id="${name}" ${all}>`)
const region = fc.constantFrom(
  '',
  'x="-1000%" y="-1000%" width="2100%" height="2100%"',
  'filterUnits="userSpaceOnUse" width="1e5" height="1e5"',
)

const part = fc.letrec<{ node: string }>((tie) => {
  const inner = fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((all) => all.join(''))
  const around = (element: string, more: fc.Arbitrary<string>) =>
    fc.tuple(named(element, more), inner).map(([open, all]) => `${open}${all}</${element}>`)
  return {
    node: fc.oneof(
      { maxDepth: 5 },
      { weight: 4, arbitrary: shape },
      { weight: 2, arbitrary: fc.tuple(shape, fc.integer({ min: 1, max: 20 })).map(([one, times]) => one.repeat(times)) },
      around('g', attributes),
      around('mask', fc.constantFrom('', 'maskUnits="userSpaceOnUse"', 'mask="url(#b)"', 'style="mask-type:alpha"')),
      around('clipPath', fc.constantFrom('', 'clip-path="url(#c)"')),
      around('pattern', fc.tuple(number, number).map(([width, height]) => `width="${width}" height="${height}" patternUnits="userSpaceOnUse"`)),
      around('marker', fc.constantFrom('markerWidth="9" markerHeight="9"', 'overflow="visible"')),
      around('symbol', fc.constantFrom('', 'viewBox="0 0 1 1"')),
      fc.tuple(named('filter', region), fc.array(primitive, { minLength: 1, maxLength: 8 })).map(([open, all]) => `${open}${all.join('')}</filter>`),
      named('radialGradient', number.map((r) => `r="${r}"`)).map((open) => `${open}<stop/><stop offset="1" stop-color="red"/></radialGradient>`),
      named('linearGradient', fc.constantFrom('', 'spreadMethod="repeat" x2=".001"')).map((open) => `${open}<stop/><stop offset="1"/></linearGradient>`),
      fc.tuple(fc.constantFrom('*', 'rect', '.x', 'g', '*|rect', 'g>*', '[width]', ':is(rect)', '\\72 ect'), id, fc.constantFrom('mask', 'filter', 'fill', 'marker-mid')).map(
        ([selector, name, property]) => `<style>${selector}{${property}:url(#${name})}</style>`,
      ),
      fc.constantFrom('<style>.y{opacity:.5;mix-blend-mode:screen}</style>', '<style>@media print{*{display:none}}</style>'),
    ),
  }
}).node // biome-ignore format: each line is one kind.

const root = fc.constantFrom(
  'width="64" height="64"', 'width="64" height="64" viewBox="0 0 64 64"', 'viewBox="0 0 64 36"', 'viewBox="0 0 1 1"',
  'viewBox="-1000 -1000 2000 2000"', 'width="1600" height="1600"',
) // biome-ignore format: the list has one item per line.

/** Documents of at most 2 kB. */
export const costlySvg: fc.Arbitrary<string> = fc
  .tuple(root, fc.array(part, { minLength: 2, maxLength: 12 }))
  .map(([attributes, parts]) => {
    const open = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>`
    let content = ''
    for (const one of parts) if (open.length + content.length + one.length + 6 <= bytesMax) content += one
    return `${open}${content}</svg>`
  })
