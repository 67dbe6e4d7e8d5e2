// The API reference in a frame, so that its styles do not conflict with the portal's. Its requests go through
// the portal's API for the current company.
import '../../fonts.css'
import '../../theme.css'
import { isLanguage } from '../../language/language.ts'
import { loadTexts } from '../../language/load-texts.ts'
import customCss from './frame.css?raw'

type Builder = { headers: Headers }
type Parameter = { in: string; required?: boolean; schema?: { default?: unknown } }
type Operation = { tags?: string[]; security?: unknown; parameters?: Parameter[] }
type Document = {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string }[]
  security?: unknown
  components: { securitySchemes?: unknown }
}

declare global {
  interface Window {
    Scalar?: { createApiReference(selector: string, configuration: object): unknown }
  }
}

/** The script is the same as for `/reference`. */
const scriptUrl = '/reference/js/scalar.js'

const place = document.querySelector<HTMLElement>('#reference')!
const parameters = new URLSearchParams(location.search)
const company = parameters.get('company') ?? ''
const isDark = parameters.get('theme') === 'dark'
const language = parameters.get('language') ?? ''
if (isLanguage(language)) document.documentElement.lang = language

const script = document.createElement('script')
script.src = scriptUrl
script.addEventListener('load', () => void show().catch(fail))
script.addEventListener('error', fail)
document.head.append(script)

/** Texts may be imported only after the language is loaded. */
const texts = loadTexts()
  .then(() => import('../../strings/reference.ts'))
  .then(({ referenceText }) => referenceText)

async function fail() {
  place.textContent = (await texts).failed
}

async function show() {
  window.Scalar!.createApiReference('#reference', {
    content: forPeople(await (await fetch('/openapi.json')).json()),
    // The paths in the document start with `/api`.
    servers: [{ url: `${location.origin}/portal`, description: (await texts).asYou }],
    withDefaultFonts: false,
    customCss,
    showDeveloperTools: 'never',
    telemetry: false,
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideDarkModeToggle: true,
    // Removed, because samples would only work inside the portal.
    hiddenClients: true,
    forceDarkModeState: isDark ? 'dark' : 'light',
    onBeforeRequest: ({ requestBuilder }: { requestBuilder: Builder }) =>
      requestBuilder.headers.set('Atelier-Company', company),
  })
}

/** Removes authentication from the document, because the user is signed in and needs no token. */
function forPeople({ security: _, ...document }: Document): Document {
  const paths: Document['paths'] = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    const used = Object.entries(operations).filter(([, { tags }]) => !tags?.includes('OAuth'))
    if (used.length > 0)
      paths[path] = Object.fromEntries(
        used.map(([method, { security, parameters, ...rest }]) => [
          method,
          { ...rest, ...(parameters && { parameters: parameters.map(unchecked) }) },
        ]),
      )
  }
  delete document.components.securitySchemes
  return { ...document, paths, tags: document.tags.filter(({ name }) => name !== 'OAuth') }
}

/**
 * Disables a parameter. Scalar sends an example value for each parameter unless it is disabled, and a request
 * with all filters at once finds nothing or is rejected.
 */
const unchecked = (parameter: Parameter) =>
  parameter.required || parameter.in === 'path'
    ? parameter
    : {
        ...parameter,
        examples: { default: { value: parameter.schema?.default ?? '', 'x-disabled': true } },
      }
