import type { FastifyRequest } from 'fastify'
import { uploaderNameLengthMax } from '../assets/body.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { callerAddress } from '../http/server.ts'
import { parseForm } from '../oauth/form.ts'
import type { Services } from '../services.ts'
import { cookieFor, type Gate, type Visitor } from './gate.ts'
import { type Html, html } from './html.ts'
import { passwordChecker } from './password-limits.ts'
import type { PageTexts } from './texts.ts'

const emailMax = 320

export const entryForm = (
  { path, password_hash, ask_visitor }: Gate,
  { entry }: PageTexts,
  error?: EntryError,
): Html =>
  html`<form method="post" action="${path}">
${error && html`<p class="error" role="alert">${entry[error]}</p>`}
${
  ask_visitor &&
  html`<label>${entry.name}<input name="name" autocomplete="name" required maxlength="${uploaderNameLengthMax}"></label>
<label>${entry.email}<input name="email" type="email" autocomplete="email" required maxlength="${emailMax}"></label>
<p class="quiet">${entry.visible}</p>`
}
${password_hash !== null && html`<label>${entry.password}<input name="password" type="password" required maxlength="200"></label>`}
<button class="button" type="submit">${entry.open}</button>
</form>`

export type EntryError = 'detailsMissing' | 'wrongPassword' | 'limited'

export type Refused = { status: 401 | 422 | 429; error: EntryError; outcome?: 'wrong_password' | 'limited' }

/**
 * @returns a function that reads the form of a page and returns the cookie that opens the page, or the reason
 * why the form is rejected.
 */
export function pageEntry(
  services: Pick<Services, 'secrets' | 'publicUrl'>,
  limiters: Limiters,
  kind: Gate['kind'],
) {
  const check = passwordChecker(limiters, kind)

  return async (request: FastifyRequest, gate: Gate): Promise<{ cookie: string } | Refused> => {
    const form = parseForm(typeof request.body === 'string' ? request.body : '')
    const visitor = visitorIn(gate, form)
    if (!visitor) return { status: 422, error: 'detailsMissing' }
    const verdict = await check(gate, form.get('password') ?? '', callerAddress(request))
    if (verdict === 'limited') return { status: 429, error: 'limited', outcome: 'limited' }
    if (verdict === 'wrong') return { status: 401, error: 'wrongPassword', outcome: 'wrong_password' }
    // The URL is known only after the server has started to listen.
    const isSecure = services.publicUrl.startsWith('https:')
    return { cookie: cookieFor(gate, visitor, { secrets: services.secrets, isSecure }) }
  }
}

/** @returns undefined if the page requires the visitor's details and the form does not contain them. */
function visitorIn({ ask_visitor }: Gate, form: ReadonlyMap<string, string>): Visitor | undefined {
  if (!ask_visitor) return { name: null, email: null }
  const [name, email] = [textIn(form, 'name', uploaderNameLengthMax), textIn(form, 'email', emailMax)]
  if (name === undefined || email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return undefined
  return { name, email }
}

function textIn(form: ReadonlyMap<string, string>, field: string, lengthMax: number): string | undefined {
  const text = (form.get(field) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return text === '' || text.length > lengthMax ? undefined : text
}
