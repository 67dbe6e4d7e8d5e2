import type { SingleSignOnConfig } from '../config.ts'
import type { SignIn, SignInOptions } from './better-auth.ts'
import { discover } from './oidc-discovery.ts'

const againMs = 60_000

type Options = Omit<SignInOptions, 'singleSignOn'> & {
  singleSignOn: SingleSignOnConfig | undefined
}

/**
 * Opened when first needed. An unavailable or slow provider delays no sign-in by another method. It is
 * skipped and retried each minute.
 */
export function signInOpener(options: () => Options): () => Promise<SignIn> {
  let opened: Promise<SignIn> | undefined
  let againAt = Number.POSITIVE_INFINITY

  async function open(): Promise<SignIn> {
    const { singleSignOn, ...rest } = options()
    const provider = singleSignOn && (await discover(singleSignOn, rest.warn))
    againAt = singleSignOn && !provider ? Date.now() + againMs : Number.POSITIVE_INFINITY
    const { openSignIn } = await import('./better-auth.ts')
    return openSignIn({ ...rest, singleSignOn: provider })
  }

  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    if (Date.now() > againAt) {
      againAt = Number.POSITIVE_INFINITY
      // The current `SignIn` is used until the new one is open.
      open().then(
        (renewed) => {
          opened = Promise.resolve(renewed)
        },
        (error) => {
          againAt = Date.now() + againMs
          options().warn('enabling single sign-on again failed', error)
        },
      )
    }
    return opened
  }
}
