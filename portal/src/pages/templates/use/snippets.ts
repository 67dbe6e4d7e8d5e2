import type { renderBody } from './draft.ts'

type Place = { url: string; templateId: string; body: ReturnType<typeof renderBody> }

/** Code samples never contain a secret. They read it from the environment. */
export const snippets: { id: string; label: string; code(place: Place): string }[] = [
  { id: 'curl', label: 'curl', code: curl },
  { id: 'sdk', label: 'TypeScript', code: typescript },
  { id: 'cli', label: 'Command line', code: commandLine },
  { id: 'link', label: 'Render link', code: renderLink },
]

/** The widest image that a link allows by default, as in the API. */
const linkWidthDefault = 2_000

function curl({ url, templateId, body }: Place) {
  return `curl -s ${url}/api/templates/${templateId}/renders \\
  -H "Authorization: Bearer $ATELIER_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify(body, null, 2))}`
}

function typescript({ url, templateId, body }: Place) {
  return `import { Atelier } from '@atelier/client'

const atelier = new Atelier({
  url: '${url}',
  clientId: process.env.ATELIER_CLIENT_ID,
  clientSecret: process.env.ATELIER_CLIENT_SECRET,
})

const render = await atelier.templates.render('${templateId}', ${JSON.stringify(body, null, 2)})
console.log(render.url, render.findings)`
}

function commandLine({ templateId, body: { variables = {}, format, ...options } }: Place) {
  const { width, scale, quality, background, language, brand_kit_id: kit, check, pdf } = options
  const flags: [string, unknown][] = [
    ...Object.entries(variables).map(([key, value]): [string, unknown] => [
      'set',
      `${key}=${written(value)}`,
    ]),
    ['format', format],
    ['width', width],
    ['scale', scale],
    ['quality', quality],
    ['background', background],
    ['language', language],
    ['kit', kit],
    ['check', check],
    ['bleed', pdf?.bleed],
    ['marks', pdf?.marks && true],
    ['color', pdf?.color],
    ['standard', pdf?.conformance],
  ]
  const asked = flags.flatMap(([name, value]) => {
    if (value === undefined) return []
    return value === true ? [`--${name}`] : [`--${name} ${quoted(String(value))}`]
  })
  return [`atelier render ${templateId}`, ...asked].join(' \\\n  ')
}

/** Texts, numbers and switches can be open in a link, and other values are fixed. */
function renderLink({ url, templateId, body }: Place) {
  const { variables = {}, format, width, quality, background, language, brand_kit_id } = body
  const isOpen = ([, value]: [string, unknown]) => typeof value !== 'object'
  const values = Object.entries(variables)
  const open = values.filter(isOpen)
  const fixed = values.filter((one) => !isOpen(one))
  const link = {
    open: open.map(([key]) => key),
    ...(fixed.length > 0 && { variables: Object.fromEntries(fixed) }),
    formats: [format],
    ...(width !== undefined && width > linkWidthDefault && { width_max: width }),
    ...{ quality, background, language, brand_kit_id },
  }
  const signed = {
    format,
    width,
    ...(open.length > 0 && { values: Object.fromEntries(open) }),
  }
  return `import { Atelier, signRenderLink } from '@atelier/client'

const atelier = new Atelier({
  url: '${url}',
  clientId: process.env.ATELIER_CLIENT_ID,
  clientSecret: process.env.ATELIER_CLIENT_SECRET,
})

// Create the link once, and store its URL and secret.
const link = await atelier.renderLinks.create('${templateId}', ${JSON.stringify(link, null, 2)})

// Signing a URL needs no request.
const { url, secret } = link
console.log(await signRenderLink({ url, secret, ...${JSON.stringify(signed, null, 2)} }))`
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Quotes a string for a shell if necessary. */
const quoted = (text: string) => (/^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
