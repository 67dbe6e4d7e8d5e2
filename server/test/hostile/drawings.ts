/** SVG documents that run code, load external resources, or expand. */

const open =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"'
const drawing = (inside: string, attributes = '') =>
  Buffer.from(`${open} ${attributes}>${inside}<rect width="9" height="9"/></svg>`)

/** Each element doubles the previous one. */
const doubling = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
  ).join('')

export const refusedDrawings: Record<string, Buffer> = {
  'billion laughs': Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => {
      const [from, to] = [String.fromCharCode(97 + n), String.fromCharCode(98 + n)]
      return `<!ENTITY ${to} "${`&${from};`.repeat(10)}">`
    }).join('')}]>${open}><text>&u;</text></svg>`,
  ),
  'an entity that is a file': Buffer.from(
    `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${open}><text>&f;</text></svg>`,
  ),
  'billion uses': drawing(`<g id="g0"><rect width="1" height="1"/></g>${doubling(40)}<use href="#g40"/>`),
  'a hundred thousand levels': Buffer.from(`${open}>${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}</svg>`),
  'an end that never comes': Buffer.from(`${open}><g>`),
  'two roots': Buffer.from(`${open}/>${open}/>`),
}

/** After sanitization, each of these renders a rectangle and does nothing else. */
export const cleanedDrawings: Record<string, Buffer> = {
  'a script': drawing('<script>alert(1)</script>'),
  'a script of another namespace': drawing(
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  ),
  'an entity that is elsewhere': Buffer.from(
    `<!DOCTYPE svg [<!ENTITY % e SYSTEM "http://127.0.0.1:1/x.dtd"> %e;]>${open}><g/></svg>`,
  ),
  'handlers of events': drawing('<circle r="3" onclick="alert(1)"/>', 'onload="alert(1)"'),
  'HTML inside': drawing(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil.example"/></body></foreignObject>',
  ),
  'a link that runs': drawing('<a xlink:href="javascript:alert(1)"><circle r="3"/></a>'),
  'a picture that is elsewhere': drawing(
    '<image href="http://127.0.0.1:1/beacon.png" width="9" height="9"/>',
  ),
  'a picture that is a file': drawing('<image href="file:///etc/passwd" width="9" height="9"/>'),
  'a page as a picture': drawing(
    '<image href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;" width="9" height="9"/>',
  ),
  'a style that is elsewhere': drawing(
    '<style>@import "http://127.0.0.1:1/x.css"; rect{fill:url(http://127.0.0.1:1/x)}</style>',
  ),
  'a style sheet of the prologue': Buffer.from(
    `<?xml-stylesheet href="http://127.0.0.1:1/x.xsl"?>${open}><rect width="9" height="9"/></svg>`,
  ),
  'an animation that sets a link': drawing(
    '<a><set attributeName="href" to="javascript:alert(1)"/><circle r="3"/></a>',
  ),
  'a use of another document': drawing('<use href="http://127.0.0.1:1/x.svg#a"/>'),
}

/** May be accepted or rejected by the sanitizer. In both cases the server must keep running. */
export const costlyDrawings: Record<string, Buffer> = {
  'a canvas of a billion pixels': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000000000" height="1000000000"><rect width="9" height="9"/></svg>',
  ),
  'a filter that blurs the whole world': drawing(
    '<filter id="f" x="-1000" y="-1000" width="100000" height="100000"><feGaussianBlur stdDeviation="100000"/></filter><rect width="40" height="40" filter="url(#f)"/>',
  ),
  'a pattern of patterns': drawing(
    `${Array.from({ length: 12 }, (_, n) => `<pattern id="p${n + 1}" width=".01" height=".01"><rect width="40" height="40" fill="url(#p${n})"/></pattern>`).join('')}<rect width="40" height="40" fill="url(#p12)"/>`,
  ),
  'a path of a million points': drawing(
    `<path d="M0 0${' L1 1 L2 0'.repeat(300_000)}" stroke="#000" stroke-dasharray="0.01"/>`,
  ),
  'noise without end': drawing(
    '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="100000"/></filter><rect width="40" height="40" filter="url(#f)"/>',
  ),
}
