/** For how long an answer that was asked for ahead is as good as a new one. */
const freshMs = 10_000

const answers = new Map<string, { response: Promise<Response>; at: number }>()

const keyOf = (url: string, companyId: string | undefined) => `${companyId ?? ''} ${url}`

/** Asks before the portal's code has come; the first call of the same question takes the answer. */
export async function askAhead(url: string, companyId?: string): Promise<Response | undefined> {
  const response = takeEnclosed(url) ?? fetch(url, { headers: headersOf(companyId) })
  answers.set(keyOf(url, companyId), { response, at: Date.now() })
  return response.then((answer) => (answer.ok ? answer.clone() : undefined)).catch(() => undefined)
}

/** The answer, when the page brought it along. */
function takeEnclosed(url: string): Promise<Response> | undefined {
  const element = [...document.querySelectorAll<HTMLElement>('script[data-url]')].find(
    ({ dataset }) => dataset.url === url,
  )
  element?.remove()
  return element && Promise.resolve(new Response(element.textContent))
}

/** @returns the answer, once; undefined when nobody asked ahead, it was refused or it has grown old. */
export async function takeAhead(url: string, companyId?: string): Promise<Response | undefined> {
  const key = keyOf(url, companyId)
  const asked = answers.get(key)
  answers.delete(key)
  if (!asked || Date.now() - asked.at > freshMs) return undefined
  const response = await asked.response.catch(() => undefined)
  return response?.ok ? response : undefined
}

/** What a call says of itself; with a company it is about that one. */
export const headersOf = (companyId: string | undefined): Record<string, string> => ({
  Accept: 'application/json',
  ...(companyId !== undefined && { 'Atelier-Company': companyId }),
})
