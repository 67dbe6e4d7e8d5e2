import { type Page, pageAttribute, pageElement } from '@atelier/svg/pages'
import { viewBoxOf } from '@atelier/svg/size'
import { hrefOf, type SvgDocument, type SvgElement, textOf } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { svgBytesMax } from './limits.ts'
import { cleanAttributes, countStyle, type Judged, type OnImage } from './svg-attributes.ts'
import { cleanSheet } from './svg-css.ts'
import {
  type CustomProperties,
  propertiesIn,
  readCustomProperties,
  withoutVariables,
} from './svg-css-variables.ts'
import { dataUrl, embeddedPixelsMax, tooManyPixels } from './svg-embedded.ts'
import { declaredEntities } from './svg-entities.ts'
import { NotSvgError, UnsafeSvgError } from './svg-errors.ts'
import { flowElements, resolveFlowedTexts } from './svg-flow.ts'
import { type LabelReader, labelReader } from './svg-labels.ts'
import { isMissed, type RemovalCounter, removalCounter } from './svg-removed.ts'
import { decodeXml } from './svg-text.ts'
import { resolveReferencedTexts } from './svg-tref.ts'
import { drawnText, elements, textOnly } from './svg-vocabulary.ts'

/** Maximum number of elements. No design tool writes more, and this number can be read in a second. */
const elementsMax = 100_000
const depthMax = 128
/** Maximum number of pages. For each page of a PDF, all elements are visited. */
const pagesMax = 100
const elementsOfPagesMax = 1_000_000
const attributesMax = 128
/** Maximum length of an attribute that is not an image. The outline of a detailed map has a megabyte. */
const attributeLengthMax = 4 * 1024 * 1024
/** How much is parsed between checks of the limits. */
const chunkLength = 64 * 1024

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
const inkscapeNamespace = 'http://www.inkscape.org/namespaces/inkscape'

/**
 * Reads a document and keeps its safe parts: elements and attributes of static SVG, styles, and references
 * within the document. Comments, processing instructions, metadata and the namespaces of design tools are
 * skipped.
 * @throws {NotSvgError} if the document is not well-formed XML, or not an SVG.
 * @throws {UnsafeSvgError} if its entities expand too far, or if it is larger or deeper than the limits.
 */
export function readSvg(bytes: Buffer): SvgDocument {
  if (bytes.length > svgBytesMax)
    throw new UnsafeSvgError(`An SVG must not be larger than ${svgBytesMax / 1024 / 1024} MB.`)
  return readWithin(
    {
      elements: 0,
      pixels: 0,
      judged: { values: new Map(), letters: 0, removed: removalCounter() },
      depth: 0,
    },
    bytes,
  )
}

type Totals = { elements: number; pixels: number; judged: Judged; depth: number }

function readWithin(totals: Totals, bytes: Buffer): SvgDocument {
  const text = decodeXml(bytes)
  const builder = treeBuilder(totals, sheetProperties(text))
  const parser = new SaxesParser({
    xmlns: true,
    position: true,
    forceXMLVersion: true,
    defaultXMLVersion: '1.0',
    // Fragments of web pages use it without declaring it.
    additionalNamespaces: { xlink: xlinkNamespace },
  })
  parser.on('error', () => {
    throw new NotSvgError(`This file is not a valid SVG (line ${parser.line}).`)
  })
  parser.on('doctype', (doctype) => {
    parser.ENTITIES = declaredEntities(doctype, parser.ENTITIES)
  })
  parser.on('opentag', builder.open)
  parser.on('closetag', builder.close)
  parser.on('text', builder.text)
  parser.on('cdata', builder.text)
  for (let at = 0; at < text.length; at += chunkLength) parser.write(text.slice(at, at + chunkLength))
  parser.close()
  return builder.document()
}

/**
 * The custom properties of all style sheets, because an element can use a property that a later sheet sets.
 * Values are checked where they are used.
 */
function sheetProperties(text: string): Map<string, string> {
  const properties = new Map<string, string>()
  if (!text.includes('--') || !/var\(/i.test(text)) return properties
  for (let at = text.indexOf('<style'); at >= 0; ) {
    const end = text.indexOf('</', at)
    if (end < 0) break
    readCustomProperties(text.slice(text.indexOf('>', at), end), true, properties)
    at = text.indexOf('<style', end)
  }
  return properties
}

/** Builds the tree from the parser's events. */
function treeBuilder(totals: Totals, properties: Map<string, string>) {
  const { judged } = totals
  const open: SvgElement[] = []
  /** The custom properties in each open element. */
  const scopes: CustomProperties[] = []
  let root: SvgElement | undefined
  let isNamespaced = true
  const pages: Page[] = []
  /** The number of open elements in the skipped element, including itself. */
  let skipped = 0
  /** The label in the `foreignObject` that is being skipped. */
  let label: LabelReader | undefined
  let textDepth = 0
  /** SVGs in images, by their URL in the sanitized document. */
  const embeddedAt = new Map<string, SvgElement>()

  const onImage: OnImage = ({ format, bytes, pixels }) => {
    totals.pixels += pixels
    if (totals.pixels > embeddedPixelsMax) throw tooManyPixels()
    if (format !== 'svg+xml') return dataUrl(format, bytes)
    const embedded = readEmbeddedSvg(totals, bytes)
    if (!embedded) return undefined
    const href = dataUrl(format, Buffer.from(writeSvg(embedded)))
    embeddedAt.set(href, embedded)
    return href
  }

  function endLabel() {
    const text = label?.end()
    if (text) open.at(-1)?.children.push(text)
    else if (label && !label.isEmpty()) judged.removed.note('foreignObject')
    label = undefined
  }

  return {
    open(tag: SaxesTagNS) {
      totals.elements += 1
      if (totals.elements > elementsMax)
        throw new UnsafeSvgError(`An SVG must not have more than ${elementsMax} elements.`)
      if (open.length + skipped >= depthMax)
        throw new UnsafeSvgError(`An SVG must not be nested deeper than ${depthMax} elements.`)
      const raw = Object.values(tag.attributes)
      assertSizes(raw)
      if (!root && tag.uri === '') isNamespaced = false
      const isSvg = tag.uri === svgNamespace || (!isNamespaced && tag.uri === '')
      if (!root && !(isSvg && tag.local === 'svg'))
        throw new NotSvgError(`The document must start with an svg element in the namespace ${svgNamespace}.`)
      const parent = open.at(-1)
      const page = pageIn(tag, isSvg && parent !== undefined && parent === root)
      if (page) pages.push({ ...page, name: page.name || String(pages.length + 1) })
      if (skipped > 0 || page || !(isSvg && isKept(tag, parent))) {
        if (skipped > 0) label?.open(tag.uri, tag.local, tag.attributes.style?.value)
        else if (isSvg && tag.local === 'foreignObject' && mayHaveLabel(parent))
          label = labelReader(
            cleanAttributes(tag.local, raw, { judged, properties: scopes.at(-1) ?? properties, onImage }),
            isNamespaced ? [] : [''],
          )
        else if (isSvg && !page && isMissed(tag.local) && tag.local !== 'foreignObject')
          judged.removed.note(tag.local)
        skipped += 1
        return
      }
      const style = tag.attributes.style?.value ?? ''
      if (!root) readCustomProperties(style, false, properties)
      const scope = propertiesIn(style, scopes.at(-1) ?? properties)
      const attributes = cleanAttributes(tag.local, raw, { judged, properties: scope, onImage })
      const element: SvgElement = { name: tag.local, attributes, children: [] }
      const embedded = embeddedAt.get(hrefOf(element) ?? '')
      if (embedded) element.embedded = embedded
      root ??= element
      parent?.children.push(element)
      open.push(element)
      scopes.push(scope)
      if (drawnText.has(element.name)) textDepth += 1
    },

    close() {
      if (skipped > 0) {
        skipped -= 1
        if (skipped === 0) endLabel()
        return
      }
      const element = open.pop()!
      scopes.pop()
      if (drawnText.has(element.name)) textDepth -= 1
      if (element.name === 'style') {
        countStyle(judged, textOf(element))
        finishSheet(element, open.at(-1)!, properties, judged.removed)
      }
    },

    text(text: string) {
      const parent = open.at(-1)
      if (skipped > 0) label?.text(text)
      if (skipped > 0 || !parent || text === '') return
      if (textDepth === 0 && !textOnly.has(parent.name)) return
      // The parser splits text at entity references and chunks.
      const last = parent.children.at(-1)
      if (typeof last === 'string') parent.children[parent.children.length - 1] = last + text
      else parent.children.push(text)
    },

    document(): SvgDocument {
      if (!root) throw new NotSvgError('The document is empty.')
      resolveReferencedTexts(root)
      resolveFlowedTexts(root)
      if (pages.length > pagesMax || pages.length * totals.elements > elementsOfPagesMax)
        throw new UnsafeSvgError(`An SVG with so many elements must not have ${pages.length} pages.`)
      if (pages.length > 1) root.children.unshift(...pages.map(pageElement))
      return { root, pageCount: Math.max(1, pages.length), removed: judged.removed.list() }
    },
  }
}

/** A page of Inkscape, or a page that is marked as in a sanitized document. */
function pageIn({ uri, local, attributes }: SaxesTagNS, isInRoot: boolean): Page | undefined {
  const stated = (name: string) => attributes[name]?.value ?? ''
  if (uri === inkscapeNamespace && local === 'page') {
    const sides = ['x', 'y', 'width', 'height'].map(stated).join(' ')
    return pageWith(sides, stated('inkscape:label'))
  }
  if (!isInRoot || local !== 'view' || attributes[pageAttribute] === undefined) return undefined
  return pageWith(stated('viewBox'), stated(pageAttribute))
}

const pageNameLengthMax = 200

function pageWith(viewBox: string, name: string): Page | undefined {
  const box = viewBoxOf({ name: 'view', attributes: new Map([['viewBox', viewBox]]), children: [] })
  return box && { ...box, name: name.slice(0, pageNameLengthMax).toWellFormed() }
}

/** Maximum nesting of images in SVGs. No real document nests them deeper. */
const embeddedDepthMax = 2

/** A broken image is removed, as in browsers. */
function readEmbeddedSvg(totals: Totals, bytes: Buffer): SvgElement | undefined {
  if (totals.depth >= embeddedDepthMax) return undefined
  totals.depth += 1
  try {
    return readWithin(totals, bytes).root
  } catch (error) {
    if (error instanceof NotSvgError) return undefined
    throw error
  } finally {
    totals.depth -= 1
  }
}

function isKept({ local }: SaxesTagNS, parent: SvgElement | undefined) {
  if (!elements.has(local) && !flowElements.has(local) && local !== 'tref') return false
  return !parent || !textOnly.has(parent.name)
}

/** A `switch` draws its other content instead, and a description is not drawn. */
const mayHaveLabel = (parent: SvgElement | undefined) =>
  parent?.name !== 'switch' && !textOnly.has(parent?.name ?? '')

function assertSizes(attributes: SaxesAttributeNS[]) {
  if (attributes.length > attributesMax)
    throw new UnsafeSvgError(`An element of an SVG must not have more than ${attributesMax} attributes.`)
  for (const { local, value } of attributes) {
    if (local !== 'href' && value.length > attributeLengthMax)
      throw new UnsafeSvgError(
        `An attribute of an SVG must not be longer than ${attributeLengthMax} characters.`,
      )
  }
}

/** Removes a sheet that is in another language or empty. */
function finishSheet(
  element: SvgElement,
  parent: SvgElement,
  properties: CustomProperties,
  removed: RemovalCounter,
) {
  const type = element.attributes.get('type')?.trim() || 'text/css'
  const css =
    type.toLowerCase() === 'text/css'
      ? cleanSheet(withoutVariables(textOf(element), properties), removed.note)
      : ''
  // The element is the last child so far.
  if (css === '') parent.children.pop()
  element.children = [css]
}
