// Engines: embedded
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fill, resolveValues, validateValues, valueFromText, variableTypes } from '@atelier/filling'
import { withFonts } from '@atelier/typesetting'
import sharp from 'sharp'
import { drawSvg } from '../../scripts/demo-artwork/drawings.ts'
import { demoFonts, fontSource } from '../../scripts/demo-artwork/fonts.ts'
import { type DemoCompany, demoCompanies } from '../src/demo/catalog.ts'
import { readDocument } from '../src/images/svg-document.ts'
import { readCsv } from '../src/row-files/csv.ts'
import { asFound, definitionsOf, withNotes } from '../src/templates/variables.ts'

const directory = await mkdtemp(join(tmpdir(), 'demo-catalogue-'))
after(() => rm(directory, { recursive: true }))

const root = join(import.meta.dirname, '../demo')
const bytesMax = 7_000_000
const thumbnailPixels = 400
const longSideMax = 1200

const acme = demoCompanies.find((company) => company.key === 'acme')!
const globex = demoCompanies.find((company) => company.key === 'globex')!

test('the demo has two companies with one brand kit each, and 132 assets, 50 templates and 8 template tags in total', () => {
  const counts = (c: DemoCompany) => [
    c.assets.length,
    c.templates.length,
    c.templateTags.length,
    c.brandKits.length,
  ]
  assert.deepEqual(counts(acme), [88, 36, 5, 1])
  assert.deepEqual(counts(globex), [44, 14, 3, 1])
})

test('the demo covers accents, an apostrophe, a long name, the root folder, and items without tags', () => {
  const names = acme.assets.map((asset) => asset.name)
  assert.ok(names.includes('Café Terrace at Dusk'))
  assert.ok(names.some((name) => name.includes("'")))
  assert.ok(names.some((name) => name.length > 60))
  for (const company of demoCompanies) {
    assert.ok(company.assets.some((asset) => asset.folder === null))
    assert.ok(company.assets.some((asset) => asset.tags.length === 0))
    assert.ok(company.assets.some((asset) => asset.altText === null))
    assert.ok(company.assets.some((asset) => (asset.expiresInDays ?? 0) < 0))
  }
})

for (const company of demoCompanies) {
  test(`${company.name}: folders are listed after their parents and reach three levels`, () => {
    const paths = company.folders.map((folder) => folder.path)
    for (const [i, path] of paths.entries()) {
      const parent = path.slice(0, path.lastIndexOf('/'))
      assert.ok(parent === '' || paths.slice(0, i).includes(parent), path)
    }
    assert.equal(Math.max(...paths.map((path) => path.split('/').length - 1)), 3)
    assert.equal(new Set(paths).size, paths.length)
  })

  test(`${company.name}: every tag, folder and logo that is referenced exists, and names are unique`, () => {
    const folders = new Set(company.folders.map((folder) => folder.path))
    const assetTags = new Set(company.assetTags.map((tag) => tag.name))
    const templateTags = new Set(company.templateTags.map((tag) => tag.name))
    const names = new Set(company.assets.map((asset) => asset.name))
    for (const asset of company.assets) {
      assert.ok(asset.folder === null || folders.has(asset.folder), `${asset.name}: ${asset.folder}`)
      for (const tag of asset.tags) assert.ok(assetTags.has(tag), `${asset.name}: ${tag}`)
    }
    for (const template of company.templates) {
      for (const tag of template.tags) assert.ok(templateTags.has(tag), `${template.name}: ${tag}`)
      const keys = template.variables.map((variable) => variable.key)
      assert.equal(new Set(keys).size, keys.length, template.name)
    }
    for (const kit of company.brandKits)
      for (const { asset } of [...kit.logos, ...kit.fonts]) assert.ok(names.has(asset), asset)
    assert.equal(names.size, company.assets.length)
    assert.equal(new Set(company.templates.map((template) => template.name)).size, company.templates.length)
  })

  test(`${company.name}: no tag or folder is empty`, () => {
    const used = new Set(company.assets.flatMap((asset) => asset.tags))
    const usedByTemplates = new Set(company.templates.flatMap((template) => template.tags))
    const filled = company.assets.map((asset) => `${asset.folder ?? ''}/`)
    assert.deepEqual(
      company.assetTags.filter((tag) => !used.has(tag.name)),
      [],
    )
    assert.deepEqual(
      company.templateTags.filter((tag) => !usedByTemplates.has(tag.name)),
      [],
    )
    for (const { path } of company.folders)
      assert.ok(
        filled.some((folder) => folder.startsWith(`${path}/`)),
        path,
      )
  })

  test(`${company.name}: the default of a variable has the variable's type`, () => {
    for (const { key, default: standard } of company.templates.flatMap((template) => template.variables)) {
      assert.ok(standard === null || typeof standard === 'string', key)
    }
  })

  test(`${company.name}: every asset has the type and size stated in the catalog`, async () => {
    for (const asset of company.assets) {
      const bytes = await readFile(join(root, asset.file))
      if (asset.type === 'font') {
        assert.deepEqual(bytes, await readFile(fontSource(asset.file)), asset.file)
        continue
      }
      if (asset.extension === 'pdf') {
        assert.equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-', asset.file)
        continue
      }
      const { format, width, height } = await sharp(bytes).metadata()
      const mimeType = format === 'svg' ? 'image/svg+xml' : `image/${format}`
      assert.deepEqual(
        { mimeType, width, height },
        { mimeType: asset.mimeType, width: asset.width, height: asset.height },
        asset.file,
      )
      assert.ok(Math.max(width, height) <= longSideMax, asset.file)
    }
  })

  test(`${company.name}: every thumbnail and preview is a WebP of the right size`, async () => {
    for (const { thumbnail } of [...company.assets, ...company.templates]) {
      if (thumbnail === null) continue
      const { format, width, height } = await sharp(join(root, thumbnail)).metadata()
      assert.deepEqual([format, Math.max(width, height)], ['webp', thumbnailPixels], thumbnail)
    }
    for (const template of company.templates) {
      const { format, width, height } = await sharp(join(root, template.preview)).metadata()
      assert.equal(format, 'webp', template.preview)
      assert.ok(Math.abs(width / height - template.width / template.height) < 0.01, template.preview)
    }
  })

  test(`${company.name}: every template's document matches the catalog and is already sanitized`, async () => {
    for (const { document, width, height, unit, variables, notes, pageCount } of company.templates) {
      const copy = join(directory, 'document')
      await copyFile(join(root, document), copy)
      const facts = await readDocument(copy)
      if ('refusal' in facts) throw new Error(`${document}: ${facts.refusal}`)
      const seen = { width: facts.width, height: facts.height, unit: facts.unit, variables: facts.variables }
      const expected = asFound(variables)
      assert.deepEqual(seen, { width, height, unit, variables: expected }, document)
      if (notes.length > 0) assert.equal(facts.pageCount, pageCount, document)
      assert.equal(
        facts.checksum,
        createHash('sha256')
          .update(await readFile(join(root, document)))
          .digest('hex'),
        `${document}: run scripts/render-demo.ts`,
      )
    }
  })

  test(`${company.name}: SVG files contain no script, text or external reference, and equal the generated ones`, async () => {
    for (const asset of company.assets.filter(({ extension }) => extension === 'svg')) {
      const drawing = await readFile(join(root, asset.file), 'utf8')
      assert.doesNotMatch(
        drawing,
        /<script|<foreignObject|<image|<text|<style|\bon\w+=|href|url\((?!#)/i,
        asset.file,
      )
      assert.equal(
        drawing,
        drawSvg(asset.file, asset.width!, asset.height!),
        `${asset.file}: run scripts/render-demo.ts`,
      )
    }
  })

  test(`${company.name}: every text of a template is set in a font of the brand kit, with all its characters`, async () => {
    const fonts = await demoFonts(company)
    const { colors: palette, fonts: kitFonts } = company.brandKits[0]!
    for (const { document } of company.templates) {
      const svg = await readFile(join(root, document), 'utf8')
      const { findings } = await withFonts(fonts, () =>
        fill(svg, { variables: [] }, new Map(), { fonts, palette, kitFonts }),
      )
      const ofFonts = findings.filter(({ type }) => type === 'font_not_in_kit' || type === 'glyph_missing')
      assert.deepEqual(ofFonts, [], document)
    }
  })
}

test('ten designs have variables of every type, with rules that their layers allow', () => {
  const designs = acme.templates.filter(({ notes }) => notes.length > 0)
  assert.equal(designs.length, 10)
  assert.deepEqual(
    designs.filter(({ pageCount }) => pageCount > 1).map(({ name }) => name),
    ['Postcard A6'],
  )
  const definitions = designs.flatMap(({ variables, notes }) => definitionsOf(withNotes(variables, notes)))
  assert.deepEqual(new Set(definitions.map(({ type }) => type)), new Set(variableTypes))
  for (const { document, variables, notes } of designs)
    assert.deepEqual(new Set(notes.map(({ key }) => key)), new Set(variables.map(({ key }) => key)), document)
  const folders = new Set(acme.folders.map(({ path }) => path))
  for (const { pictureFolders } of designs)
    for (const path of Object.values(pictureFolders)) assert.ok(folders.has(path), path)
})

test('the 200 rows of launch-posts.csv fit the template Launch Post: no text is cut, and no character is missing', async () => {
  const { document, variables, notes } = acme.templates.find(({ name }) => name === 'Launch Post')!
  const definitions = definitionsOf(withNotes(variables, notes))
  const svg = await readFile(join(root, document), 'utf8')
  const fonts = await demoFonts(acme)
  const { columns, rows } = readCsv(
    await readFile(join(import.meta.dirname, '../../docs/guides/launch-posts.csv')),
  )
  assert.equal(rows.length, 200)
  const wrong: unknown[] = []
  for (const row of rows) {
    const given = Object.fromEntries(
      definitions
        .filter(({ key }) => columns.includes(key))
        .map((one) => [one.key, valueFromText(one, String(row[columns.indexOf(one.key)]))]),
    )
    assert.deepEqual({ ...validateValues(definitions, given) }, {}, String(row[0]))
    const values = resolveValues(definitions, given)
    const { findings } = await withFonts(fonts, () =>
      fill(svg, { variables: definitions }, values, { fonts }),
    )
    wrong.push(...findings.filter(({ type }) => /^(text_truncated|text_overflow|glyph_missing)$/.test(type)))
  }
  assert.deepEqual(wrong, [])
})

test("the PDF's cross-reference table has the right offsets", async () => {
  const pdf = (await readFile(join(root, 'acme/assets/packing-checklist.pdf'))).toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1])
  assert.equal(pdf.slice(table, table + 5), 'xref\n')
  const starts = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((row) => Number(row[1]))
  assert.deepEqual(
    starts.map((start) => Number.parseInt(pdf.slice(start), 10)),
    [1, 2, 3, 4, 5],
  )
})

test('server/demo contains only files of the catalog, under 7 MB in total', async () => {
  const listed = demoCompanies.flatMap(({ assets, templates }) => [
    ...assets.flatMap(({ file, thumbnail }) =>
      thumbnail === null ? [file, licenseOf(file)] : [file, thumbnail],
    ),
    ...templates.flatMap((template) => [template.preview, template.thumbnail, template.document]),
  ])
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  assert.deepEqual(files.sort(), [...new Set(listed)].map((file) => join(root, file)).sort())
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < bytesMax)
})

/** The license of a family is beside its files. */
const licenseOf = (file: string) => file.replace(/(-italic)?(-ext)?\.woff2$/, '.OFL.txt')
