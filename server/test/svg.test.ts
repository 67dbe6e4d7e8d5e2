// Engines: embedded
// A sanitized SVG contains no code, refers to nothing external, looks the same, and is cheap to render.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { cleanSvg, readSafely } from '../src/images/svg.ts'
import { NotSvgError, UnsafeSvgError } from '../src/images/svg-errors.ts'
import { readVariables } from '../src/images/svg-variables.ts'
import { design, designs } from './support/designs.ts'

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (content: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg ${namespaces} ${attributes}>${content}</svg>`
const clean = (document: string | Buffer) => cleanSvg(Buffer.from(document as string)).svg.toString()
const cleanContent = (content: string) =>
  clean(svg(content))
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')

const pixelsOf = (document: Buffer) => sharp(document).flatten({ background: '#fff' }).raw().toBuffer()
const picture = async (width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'webp') =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } })
    .toFormat(format)
    .toBuffer()
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`

describe('an SVG from a design tool', () => {
  for (const name of designs) {
    test(`${name} looks the same, pixel by pixel`, async () => {
      const cleaned = cleanSvg(design(name)).svg
      const [before, after] = await Promise.all([pixelsOf(design(name)), pixelsOf(cleaned)])
      assert.ok(before.equals(after))
      assert.ok(new Set(before).size > 3, 'the image is blank')
    })

    test(`${name} keeps the IDs of all visible elements, and nothing specific to the tool`, () => {
      const text = clean(design(name))
      const idsIn = (document: string) => [...document.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1])
      const notDrawn = /^(namedview|page|metadata)\d+$/
      assert.deepEqual(
        idsIn(text),
        idsIn(design(name).toString()).filter((id) => !notDrawn.test(id!)),
      )
      assert.doesNotMatch(text, /inkscape|sodipodi|rdf|adobe|serif:|<!|<\?|metadata/i)
    })
  }

  test('an SVG from a design tool keeps layer names that are not valid IDs', () => {
    const names = (name: string) =>
      [...clean(design(name)).matchAll(/data-name="(\$[^"]*)"/g)].map((match) => match[1])
    assert.deepEqual(names('inkscape-card.svg'), ['$brand', '$brand', '$portrait', '$full_name'])
    assert.deepEqual(names('affinity-label.svg'), ['$field', '$product'])
    assert.deepEqual(names('illustrator-banner.svg'), ['$background', '$logo field', '$claim'])
  })
})

describe('the pages of an SVG', () => {
  const views = (document: string) =>
    [...document.matchAll(/<view data-page="([^"]*)" viewBox="([^"]*)"\/>/g)].map((found) => found.slice(1))

  test('the pages of an SVG are kept as views, even when the sanitized document is uploaded again', () => {
    const cleaned = clean(design('inkscape-card.svg'))
    assert.deepEqual(views(cleaned), [
      ['1', '0 0 85 55'],
      ['2', '95 0 85 55'],
    ])
    assert.equal(clean(cleaned), cleaned)
    assert.equal(readSafely(Buffer.from(cleaned)).pageCount, 2)
  })

  test('there are no pages when there is only one, or when a view is not marked as a page', () => {
    const page = '<view data-page="Front" viewBox="0 0 10 10"/>'
    assert.equal(
      cleanContent(`${page}<view id="zoom" viewBox="0 0 5 5"/>`),
      '<view id="zoom" viewBox="0 0 5 5"/>',
    )
    assert.deepEqual(views(cleanContent(page + page.replace('Front', 'Back'))).length, 2)
    assert.equal(readSafely(Buffer.from(svg(`<g>${page}${page}</g>`))).pageCount, 1)
  })

  test('the pages of an SVG are limited to 100', () => {
    const pages = '<view data-page="" viewBox="0 0 10 10"/>'
    assert.equal(readSafely(Buffer.from(svg(pages.repeat(100)))).pageCount, 100)
    assert.throws(() => clean(svg(pages.repeat(101))), UnsafeSvgError)
    assert.throws(() => clean(svg(pages.repeat(60) + '<g/>'.repeat(20_000))), UnsafeSvgError)
  })
})

describe('executable content', () => {
  const dropped: Record<string, string> = {
    'a script': '<script>alert(1)</script>',
    'a script from another file': '<script xlink:href="https://evil.example/x.js"/>',
    'a script with another prefix': '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    'an XHTML script': '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    'an XHTML iframe': '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>',
    'foreignObject with its content': '<foreignObject><rect/><text>x</text></foreignObject>',
    'an animation that sets a link': '<set attributeName="href" to="javascript:alert(1)"/>',
    'an animation of a link': '<animate attributeName="xlink:href" values="javascript:alert(1)"/>',
    'a handler element': '<handler type="application/ecmascript">alert(1)</handler>',
    'a listener': '<listener event="load" xmlns="http://www.w3.org/2001/xml-events"/>',
    'audio, video and embedded pages':
      '<video src="https://evil.example"/><audio/><embed/><iframe/><object/>',
    'an unknown element': '<blink>x</blink>',
    'a comment and an instruction': '<!-- x --><?xml-stylesheet href="https://evil.example/x.css"?>',
    'text outside of text elements': 'alert(1)<![CDATA[<script>alert(1)</script>]]>',
  }
  for (const [what, content] of Object.entries(dropped)) {
    test(`${what} is removed`, () => assert.equal(cleanContent(content), ''))
  }

  test('event handlers are removed everywhere', () => {
    const handlers = 'onload="a()" onclick="alert`1`" OnLoad="a=b" onbegin="a()" oneventnotyetknown="a"'
    assert.equal(cleanContent(`<rect ${handlers} width="1"/>`), '<rect width="1"/>')
    assert.doesNotMatch(clean(svg('', `${handlers} viewBox="0 0 1 1"`)), /on/i)
  })

  test('markup in titles, styles and text stays text', () => {
    const hostile = '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
    assert.equal(cleanContent(`<title>${hostile}<script>x</script></title>`), `<title>${hostile}</title>`)
    const sheet = cleanContent(
      '<style>.a{font-family:"&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;"}</style>',
    )
    assert.doesNotMatch(sheet, /<img|<\/style>./)
  })
})

describe('external references', () => {
  const links = [
    'https://evil.example/a.svg#x',
    '//evil.example/a',
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PGcvPg==',
    'data:image/svg+xml,%3Cg/%3E',
    'file:///etc/passwd',
    '/etc/passwd',
    'other.svg#part',
    'ftp://evil.example',
    'text:/etc/passwd',
  ]
  for (const element of ['image', 'use', 'a', 'linearGradient', 'pattern', 'feImage', 'textPath', 'filter']) {
    test(`${element} loses every URL outside of the document`, () => {
      const nested = (inner: string) => (element === 'textPath' ? `<text>${inner}</text>` : inner)
      for (const link of links) {
        for (const name of ['href', 'xlink:href']) {
          const escaped = link.replaceAll('\t', '&#9;')
          assert.equal(cleanContent(nested(`<${element} ${name}="${escaped}"/>`)), nested(`<${element}/>`))
        }
      }
      const kept = nested(`<${element} xlink:href="#part"/>`)
      assert.equal(cleanContent(kept), kept)
    })
  }

  const values = [
    'url(https://evil.example/a)',
    'url( "//evil.example/a" )',
    'URL(a.svg#x)',
    'url(data:image/svg+xml,x)',
    'u\\72l(https://evil.example)',
    '\\75 rl(https://evil.example)',
    'url/**/(https://evil.example)',
    'image-set("https://evil.example" 1x)',
    'image(https://evil.example)',
    'src("https://evil.example")',
    'cross-fade(url(#a), url(//evil.example))',
    'element(#a)',
    'attr(href)',
    'expression(alert(1))',
    'url(#a) url(https://evil.example)',
    'var(--x, url(https://evil.example))',
    `${'('.repeat(40)}red${')'.repeat(40)}`,
  ]
  test('external references are removed from all attributes, styles and style sheets', () => {
    for (const value of values) {
      const quoted = value.replaceAll('"', '&quot;')
      for (const property of ['fill', 'mask', 'filter', 'cursor', 'clip-path', 'marker-end']) {
        assert.equal(cleanContent(`<rect ${property}="${quoted}"/>`), '<rect/>', value)
        assert.equal(cleanContent(`<rect style="${property}: ${quoted}"/>`), '<rect/>', value)
        assert.equal(cleanContent(`<style>rect { ${property}: ${value} }</style>`), '', value)
      }
    }
  })

  test('style sheets keep no imports, fonts or animations', () => {
    const sheet = `
      @charset "utf-8"; @import "https://evil.example/a.css"; @import url(//evil.example/a);
      @\\69mport "https://evil.example"; @namespace url(http://www.w3.org/1999/xhtml);
      @font-face { font-family: x; src: url(https://evil.example/f.woff2) }
      @keyframes k { from { fill: red } }
      @media screen { a { background-image: url(//evil.example) } b { fill: red } }
      .a { fill: red; animation: k 1s; position: fixed; behavior: url(#x); -moz-binding: url(x); --v: url(x) }
      .b > .c:hover { stroke: url(#g) }
    `
    const kept = '@media screen{b{fill:red}}.a{fill:red}.b>.c:hover{stroke:url(#g)}'
    assert.equal(cleanContent(`<style>${sheet}</style>`), `<style>${kept.replaceAll('>', '&gt;')}</style>`)
  })

  test('references within the document, color functions and transforms are kept', () => {
    const kept = [
      '<rect fill="url(#a)" transform="translate(1 2) rotate(-4.5e1)"/>',
      '<rect style="fill:url(#a);fill:color(display-p3 1 0 0);filter:drop-shadow(0 1px 2px rgb(0 0 0/.5))"/>',
      '<rect mask="url(\'#a\')" fill="rgb(1, 2, 3)"/>',
      '<use href="#a" x="1"/>',
    ]
    for (const content of kept) assert.equal(cleanContent(content), content)
  })
})

describe('embedded images', () => {
  test('embedded images are kept if their content matches the stated type: PNG, JPEG, GIF, WebP', async () => {
    for (const type of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const url = dataUrl(type, await picture(3, 2, type))
      assert.equal(cleanContent(`<image href="${url}"/>`), `<image href="${url}"/>`)
      const broken = url.replace(/(?<=,.*).{20}/g, '$&\n ')
      assert.equal(cleanContent(`<image href="${broken}"/>`), `<image href="${url}"/>`)
    }
  })

  test('embedded images are kept under any label, because their bytes decide what they are', async () => {
    const [png, jpeg] = [await picture(3, 2, 'png'), await picture(3, 2, 'jpeg')]
    const of = (head: string, bytes: Buffer) => `data:${head},${bytes.toString('base64')}`
    for (const head of [
      'img/png;base64',
      ';base64',
      'application/octet-stream;base64',
      'image/x-png;base64',
      'image/jpeg;base64',
      'image/png;charset=utf-8;base64',
      'IMAGE/PNG; base64',
    ])
      assert.equal(cleanContent(`<image href="${of(head, png)}"/>`), `<image href="${dataUrl('png', png)}"/>`)
    for (const head of ['image/pjpeg;base64', 'image/jpg;base64', 'image/png;base64'])
      assert.equal(
        cleanContent(`<image xlink:href="${of(head, jpeg)}"/>`),
        `<image xlink:href="${dataUrl('jpeg', jpeg)}"/>`,
      )
    const escaped = [...png].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    assert.equal(
      cleanContent(`<image href="data:image/png,${escaped}"/>`),
      `<image href="${dataUrl('png', png)}"/>`,
    )
  })

  test('embedded images are removed if they are not images', () => {
    for (const url of [
      dataUrl('png', Buffer.from('<script>')),
      dataUrl('png', Buffer.from('<html><p/></html>')),
      dataUrl('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>')),
      'data:image/png;base64,',
    ])
      assert.equal(cleanContent(`<image href="${url}"/>`), '<image/>')
  })

  test('embedded SVG images are sanitized as well, down to the second level', () => {
    const nested = (content: string) => dataUrl('svg+xml', Buffer.from(svg(content)))
    const hostile = '<script>alert(1)</script><image href="https://evil.example/a.png"/><rect onclick="a()"/>'
    const cleaned = (content: string) => dataUrl('svg+xml', Buffer.from(clean(svg(content))))
    const expected = `<image href="${cleaned('<image/><rect/>')}"/>`
    assert.equal(cleanContent(`<image href="${nested(hostile)}"/>`), expected)
    assert.equal(cleanContent(`<image href="data:image/svg+xml;utf8,${escapeXml(svg(hostile))}"/>`), expected)
    assert.equal(
      cleanContent(`<image href="data:image/svg+xml,${encodeURIComponent(svg(hostile))}"/>`),
      expected,
    )
    assert.equal(cleanContent(`<image href="${nested(expected)}"/>`), `<image href="${cleaned(expected)}"/>`)
    const third = `<image href="${nested(`<image href="${nested(expected)}"/>`)}"/>`
    assert.ok(!clean(svg(third)).includes('rect'))
  })

  test('embedded SVG images count towards the limits of the document', () => {
    const costly = `<filter id="f"><feMorphology radius="9"/></filter><rect width="100" height="50" filter="url(#f)"/>`
    const image = (content: string) => `<image href="${dataUrl('svg+xml', Buffer.from(svg(content)))}"/>`
    assert.throws(() => clean(svg(image(costly))), /takes too long to render/)
    assert.throws(() => clean(svg(image('<g/>'.repeat(60_000)).repeat(2))), /more than 100000 elements/)
    assert.throws(() => clean(svg(image('<g id="a"><use href="#a"/></g>'))), /itself/)
  })

  test('embedded images with too many pixels are rejected in any format', async () => {
    const bomb = {
      png: Buffer.concat([
        (await picture(1, 1, 'png')).subarray(0, 16),
        Buffer.from('0000ffff0000ffff', 'hex'),
      ]),
      gif: Buffer.from('474946383961ffffffff', 'hex'),
      jpeg: Buffer.from('ffd8ffe00004aaaaffc0001108ffffffff00', 'hex'),
      webp: Buffer.from('524946461600000057454250565038580a00000000000000ffffffffffff', 'hex'),
    }
    for (const [type, bytes] of Object.entries(bomb)) {
      assert.throws(() => clean(svg(`<image href="${dataUrl(type, bytes)}"/>`)), UnsafeSvgError, type)
    }
  })
})

describe('a file that is not an SVG', () => {
  const none: Record<string, string | Buffer> = {
    nothing: '',
    blanks: '   \n',
    'plain text': 'hello',
    HTML: '<!DOCTYPE html><html><body><svg/></body></html>',
    'another root of the namespace': '<g xmlns="http://www.w3.org/2000/svg"/>',
    'half a document': svg('<g>').slice(0, -6),
    'two roots': svg('') + svg(''),
    'a duplicate attribute': svg('<rect x="1" x="2"/>'),
    'an unknown entity': svg('<text>&nbsp;</text>'),
    'a NUL': svg('<text>\0</text>'),
    'a reference to an invalid character': svg('<text>&#1;</text>'),
    'bytes that are not UTF-8': Buffer.from([...Buffer.from(svg('')), 0xff]),
    'an unsupported encoding': `<?xml version="1.0" encoding="EBCDIC-US"?>${svg('')}`,
    'a PNG': Buffer.from('89504e470d0a1a0a', 'hex'),
    compressed: Buffer.from('1f8b0800', 'hex'),
  }
  for (const [what, document] of Object.entries(none)) {
    test(`${what} is rejected`, () => assert.throws(() => clean(document), NotSvgError))
  }

  test('a file that is not an SVG is distinguished from an SVG in another encoding', () => {
    const text = `<?xml version="1.0" encoding="ENCODING"?>${svg('<text>Café</text>')}`
    const latin = Buffer.from(text.replace('ENCODING', 'ISO-8859-1'), 'latin1')
    const wide = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text.replace('ENCODING', 'UTF-16'), 'utf16le'),
    ])
    const marked = Buffer.from(`\ufeff${svg('<text>Café</text>')}`)
    for (const bytes of [latin, wide, Buffer.from(wide).swap16(), marked])
      assert.match(clean(bytes), /<text>Café<\/text>/)
  })
})

/** CPU time of this thread, independent of other load. */
function busyMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

describe('documents that are too expensive to process', () => {
  const uses = (levels: number, width: number) =>
    Array.from(
      { length: levels },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(width)}</g>`,
    ).join('')
  const laughs = (reference: (id: string) => string, element: string) =>
    Array.from(
      { length: 9 },
      (_, n) => `<${element} id="l${n + 1}">${`<rect ${reference(`l${n}`)}/>`.repeat(10)}</${element}>`,
    ).join('')
  const entity = (levels: number) =>
    Array.from(
      { length: levels },
      (_, n) => `<!ENTITY a${n} "${n === 0 ? 'a' : `&a${n - 1};`.repeat(10)}">`,
    ).join('')
  const many = 100_001
  const expensive: Record<string, string> = {
    'a billion laughs': `<!DOCTYPE svg [${entity(10)}]>${svg('<text>&a9;</text>')}`,
    'a billion laughs in an attribute': `<!DOCTYPE svg [${entity(10)}]>${svg('<g id="&a9;"/>')}`,
    'an entity that is used a million times': `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1e5)}">]>${svg(`<text>${'&a;'.repeat(20)}</text>`)}`,
    'an entity that refers to itself': `<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>${svg('<text>&a;</text>')}`,
    'an entity of markup': `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('<g>&a;</g>')}`,
    'too many entities': `<!DOCTYPE svg [${entity(1_001)}]>${svg('')}`,
    'an external entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    'a billion laughs by use': svg(`<g id="l0"><rect/></g>${uses(9, 10)}`),
    'a billion laughs by patterns': svg(`<rect id="l0"/>${laughs((id) => `fill="url(#${id})"`, 'pattern')}`),
    'a billion laughs by masks in a style': svg(laughs((id) => `style="mask:url('#${id}')"`, 'mask')),
    'a billion laughs by classes': svg(
      `<style>${Array.from({ length: 9 }, (_, n) => `.l${n}{fill:url(#l${n})}`).join('')}</style>` +
        laughs((id) => `class="${id}"`, 'pattern'),
    ),
    'a billion laughs by inheritance': svg(
      Array.from(
        { length: 9 },
        (_, n) => `<pattern id="l${n + 1}"><g fill="url(#l${n})">${'<rect/>'.repeat(10)}</g></pattern>`,
      ).join(''),
    ),
    'markers at a million corners': svg(
      `<marker id="m">${'<rect/>'.repeat(10)}</marker><path marker-mid="url(#m)" d="M0 0${'h1v1'.repeat(2e5)}"/>`,
    ),
    'a circle': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    itself: svg('<g id="a"><use href="#a"/></g>'),
    'a long chain': svg(
      Array.from({ length: 1000 }, (_, n) => `<linearGradient id="g${n}" href="#g${n + 1}"/>`).join(''),
    ),
    'too many elements': svg('<g/>'.repeat(many)),
    'too many removed elements': svg('<x/>'.repeat(many)),
    'too deep nesting': svg('<g>'.repeat(200) + '</g>'.repeat(200)),
    'too deep nesting of removed elements': svg('<x>'.repeat(99_000) + '</x>'.repeat(99_000)),
    'too many attributes': svg(`<g ${Array.from({ length: 200 }, (_, n) => `data-a${n}=""`).join(' ')}/>`),
    'too long an attribute': svg(`<path d="${'M0 0'.repeat(2 ** 20 + 1)}"/>`),
    'too long a style sheet': svg(`<style>${'.a{fill:red}'.repeat(2e5)}</style>`),
    'too many styles': svg(
      Array.from({ length: 6e4 }, (_, n) => `<g style="fill:red;stroke-width:${n}mm;opacity:.5"/>`).join(''),
    ),
    'too many bytes': svg('<g/>') + ' '.repeat(20 * 2 ** 20),
  }
  for (const [what, document] of Object.entries(expensive)) {
    test(what, () => {
      const milliseconds = busyMs(() => assert.throws(() => clean(document), UnsafeSvgError))
      assert.ok(milliseconds < 5_000, `${milliseconds} ms`)
    })
  }

  const cheap: Record<string, string> = {
    'a hundred thousand brackets in a style': svg(`<rect style="fill:${'('.repeat(1e5)}"/>`),
    'a hundred thousand braces in a sheet': svg(`<style>${'@media a{'.repeat(1e5)}</style>`),
    'brackets that close others': svg(`<style>a{fill:${'(]'.repeat(1e5)}</style>`),
    'brackets closed in strings': svg(`<rect style="fill:${"('('')'".repeat(1e5)}"/>`),
    'megabytes of blanks in an address': svg(`<image href="data:image/png;base64,AA${' '.repeat(1e7)}!"/>`),
    'a transform that never ends': svg(`<rect transform="${'translate(1) '.repeat(5e4)}x("/>`),
  }
  // Four times as many of each took sixteen times as long.
  const quadratic: Record<string, string> = {
    'fifty thousand rules': svg(
      `<style>${'.a{fill:red}'.repeat(5e4)}</style>${'<g class="a"/>'.repeat(9e4)}`,
    ),
    'a style of errors': svg(`<rect style="${'a;'.repeat(1e5)}"/>`),
    'a style sheet of errors': svg(`<style>a{${'a;'.repeat(1e5)}}</style>`),
    'many dashes on many elements': svg(
      `<g stroke-dasharray="${'1 '.repeat(1e5)}">${'<g/>'.repeat(5e4)}</g>`,
    ),
    'a fill that many nested groups pass on': svg(
      `<linearGradient id="a"/>${'<g fill="url(#a)">'.repeat(100)}${'<g/>'.repeat(5e3)}${'</g>'.repeat(100)}`,
    ),
    'a long name of combining marks': svg(`<rect id="$${'\u0316\u0301'.repeat(1e5)}"/>`),
  }
  for (const [what, document] of Object.entries(quadratic)) {
    test(`${what} takes linear time`, () => {
      const milliseconds = busyMs(() => {
        try {
          readVariables(readSafely(Buffer.from(document)).root)
        } catch (error) {
          if (!(error instanceof UnsafeSvgError)) throw error
        }
      })
      assert.ok(milliseconds < 2_000, `${milliseconds} ms`)
    })
  }

  for (const [what, document] of Object.entries(cheap)) {
    test(`${what} is processed quickly`, () => {
      const milliseconds = busyMs(() => clean(document))
      assert.ok(milliseconds < 5_000, `${milliseconds} ms`)
    })
  }

  // Found by svg-fuzz.test.ts: css-tree reuses buffers that contain earlier texts.
  test('a style with unbalanced brackets is read completely, regardless of earlier input', () => {
    const before = `<g style="a:${'()'.repeat(500)}"/>`
    const endless = '((:;tab-size:),y,;shape-padding:url(#a)))red;*/:x'
    for (let blanks = 0; blanks < 40; blanks++)
      cleanContent(`${before}<g style="${endless}${' '.repeat(blanks)}"/>`)
    assert.equal(
      cleanContent('<style>a{fill:red}}b{fill:blue}</style>'),
      '<style>a{fill:red}b{fill:blue}</style>',
    )
  })

  test('a plain DOCTYPE, as design tools write it, is ignored', () => {
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert.equal(clean(doctype + svg('<rect/>')), clean(svg('<rect/>')))
  })

  test('a DOCTYPE that declares unused attributes, comments or entities is ignored', () => {
    for (const declared of [
      '<!ATTLIST svg xmlns:attrib CDATA #IMPLIED xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">',
      `<!-- an author's "note" --><!ELEMENT svg ANY>`,
      '<!ENTITY laugh "&laugh;&laugh;">',
      '<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY % more SYSTEM "https://evil.example/x.dtd">%more;',
      '<!-- <!ENTITY a "a"> -->',
    ])
      assert.equal(
        clean(`<!DOCTYPE svg [\n${declared}\n]>${svg('<rect/>')}`),
        clean(svg('<rect/>')),
        declared,
      )
  })

  test('entities of namespaces and texts are expanded, as Illustrator writes them', () => {
    const declared = `<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_xlink 'http://www.w3.org/1999/xlink'>
      <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/"><!ENTITY st0 "fill:#E30613;"><!ENTITY a "&#65;&st0;&amp;">`
    const document = `<!DOCTYPE svg [${declared}]><svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" xmlns:x="&ns_extend;"
      viewBox="0 0 9 9"><switch><foreignObject requiredExtensions="&ns_extend;"/><g x:extraneous="self"><rect style="&st0;"/></g></switch><text>&a;</text></svg>`
    assert.equal(
      clean(document),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><switch><g><rect style="fill:#E30613"/></g></switch>' +
        '<text>Afill:#E30613;&amp;</text></svg>',
    )
  })

  test('entities that cannot be expanded are rejected with advice', () => {
    assert.throws(
      () => clean(`<!DOCTYPE svg [<!ENTITY a "&a;">]>${svg('<text>&a;</text>')}`),
      /Export it again as plain SVG; in Illustrator, without «Preserve Illustrator Editing Capabilities»/,
    )
  })
})

describe('a document in another notation', () => {
  test('a document in another notation is read by its declared encoding', () => {
    const encoded: [string, Buffer][] = [
      ['windows-1251', Buffer.from('cff0e8e2e5f2', 'hex')],
      ['koi8-r', Buffer.from('f0d2c9d7c5d4', 'hex')],
      ['ISO-8859-5', Buffer.from('bfe0d8d2d5e2', 'hex')],
      ['UTF-8', Buffer.from('Привет')],
    ]
    const around = (encoding: string) => {
      const [before, after] = svg('<text>TEXT</text>').split('TEXT')
      return [`<?xml version="1.0" encoding="${encoding}"?>${before}`, after!].map((part) =>
        Buffer.from(part),
      )
    }
    for (const [encoding, text] of encoded) {
      const [before, after] = around(encoding)
      assert.match(clean(Buffer.concat([before!, text, after!])), /<text>Привет<\/text>/, encoding)
    }
    const [before, after] = around('iso-8859-15')
    assert.match(clean(Buffer.concat([before!, Buffer.from('a4bc', 'hex'), after!])), /<text>€Œ<\/text>/)
  })

  test('a document in another notation is read as UTF-16 without a byte order mark, and as UTF-8 if only the declaration says UTF-16', () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?>${svg('<text>Café</text>')}`
    const wide = Buffer.from(text, 'utf16le')
    for (const bytes of [wide, Buffer.from(wide).swap16(), Buffer.from(text)])
      assert.match(clean(bytes), /<text>Café<\/text>/)
  })

  test('a document in another notation is unpacked if it is compressed, within limits', () => {
    assert.equal(clean(gzipSync(svg('<rect/>'))), clean(svg('<rect/>')))
    assert.throws(() => clean(gzipSync(Buffer.alloc(20 * 2 ** 20, ' '))), /larger than 16 MB, unpacked/)
    assert.throws(() => clean(gzipSync(svg('<rect/>')).subarray(0, 40)), NotSvgError)
    assert.throws(() => clean(gzipSync(gzipSync(svg('<rect/>')))), NotSvgError)
  })

  test('a document in another notation gets the SVG namespace if its root has none, as in a web page', () => {
    const bare = '<svg viewBox="0 0 9 9"><script/><rect onclick="a()"/><use xlink:href="#a"/></svg>'
    assert.equal(
      clean(bare),
      '<svg xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect/>' +
        '<use xlink:href="#a"/></svg>',
    )
    for (const other of ['<g/>', '<html><svg/></html>', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'])
      assert.throws(() => clean(other), NotSvgError)
  })
})

describe('the size', () => {
  const sizeOf = (attributes: string) => {
    const { width, height } = cleanSvg(Buffer.from(svg('', attributes)))
    return [width, height]
  }
  test('the size is the width and height in CSS pixels, from any unit', () => {
    assert.deepEqual(sizeOf('width="300" height="200px"'), [300, 200])
    assert.deepEqual(sizeOf('width="1in" height="72pt"'), [96, 96])
    assert.deepEqual(sizeOf('width="2.54cm" height="25.4mm"'), [96, 96])
    assert.deepEqual(sizeOf('width="6pc" height="101.6Q"'), [96, 96])
    assert.deepEqual(sizeOf('width=" 1e2 " height=".5in"'), [100, 48])
  })

  test('the size is taken from the viewBox if width and height are absent or relative', () => {
    assert.deepEqual(sizeOf('viewBox="0 0 640 480"'), [640, 480])
    assert.deepEqual(sizeOf('width="100%" height="100%" viewBox="-5,-5,64.4 48"'), [64, 48])
    assert.deepEqual(sizeOf('width="320" viewBox="0 0 640 480"'), [320, 240])
    assert.deepEqual(sizeOf('height="1in" viewBox="0 0 200 100"'), [192, 96])
  })

  test('the size defaults to 300 by 150 for a missing side if there is no viewBox, as in browsers', () => {
    assert.deepEqual(sizeOf('width="10"'), [10, 150])
    assert.deepEqual(sizeOf('width="50%" height="2em"'), [300, 32])
  })

  test('the size is null if there are neither sides nor a viewBox', () => {
    for (const attributes of ['', 'width="0" height="0"', 'width="-1" height="x"', 'viewBox="0 0 0 9"'])
      assert.deepEqual(sizeOf(attributes), [null, null], attributes)
  })
})
