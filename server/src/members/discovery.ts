const answerMsMax = 5_000

/** Where an issuer's configuration is (OpenID Connect Discovery §4). */
export const discoveryUrl = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** Whether an issuer says how to sign in with it; why not is told to `warn`. */
export async function providerAnswers(
  issuer: string,
  warn: (message: string, error: unknown) => void,
): Promise<boolean> {
  try {
    const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(answerMsMax) })
    if (!response.ok) throw new Error(`It answers with ${response.status}.`)
    await response.json()
    return true
  } catch (error) {
    warn('single sign-on is left out: its provider does not answer', error)
    return false
  }
}
