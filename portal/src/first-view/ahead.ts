/** How long a prefetched response is fresh. */
const freshMs = 10_000

const answers = new Map<string, { response: Promise<Response>; at: number }>()

const keyOf = (url: string, companyId: string | undefined) => `${companyId ?? ''} ${url}`

/**
 * Sends requests before the portal's code has loaded. The first call of the same request takes the response.
 */
export async function askAhead(url: string, companyId?: string): Promise<Response | undefined> {
  const response = takeEnclosed(url) ?? fetch(url, { headers: headersOf(companyId) })
  answers.set(keyOf(url, companyId), { response, at: Date.now() })
  return response.then((answer) => (answer.ok ? answer.clone() : undefined)).catch(() => undefined)
}

function takeEnclosed(url: string): Promise<Response> | undefined {
  const element = [...document.querySelectorAll<HTMLElement>('script[data-url]')].find(
    ({ dataset }) => dataset.url === url,
  )
  element?.remove()
  return element && Promise.resolve(new Response(element.textContent))
}

/** @returns the response, once; undefined if it was not prefetched, failed or is too old. */
export async function takeAhead(url: string, companyId?: string): Promise<Response | undefined> {
  const key = keyOf(url, companyId)
  const asked = answers.get(key)
  answers.delete(key)
  if (!asked || Date.now() - asked.at > freshMs) return undefined
  const response = await asked.response.catch(() => undefined)
  return response?.ok ? response : undefined
}

/** The headers of a call. With a company, the call concerns that company. */
export const headersOf = (companyId: string | undefined): Record<string, string> => ({
  Accept: 'application/json',
  // As in the SDK, whose calls take these responses.
  'Accept-Language': '*',
  ...(companyId !== undefined && { 'Atelier-Company': companyId }),
})
