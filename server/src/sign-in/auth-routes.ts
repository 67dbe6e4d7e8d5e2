import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RefusalLog } from '../audit/refusal-log.ts'
import { ApiError, errorTable } from '../errors.ts'
import { validate } from '../http/schemas/validation.ts'
import { callerAddress, openBodyBytesMax } from '../http/server.ts'
import { refusedSignIn } from '../members/person-events.ts'
import { Email } from '../members/wire.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { attempts, type Failure, failureOf } from './attempts.ts'
import type { SignIn } from './better-auth.ts'
import { authPath } from './paths.ts'
import { headersOf } from './session.ts'

type Options = {
  refusals: RefusalLog
  guesses: AttemptLimits
  /** Undefined if e-mails cannot be sent. */
  askForPassword: ((email: string) => Promise<void>) | undefined
  publicUrl: () => string
  signIn: () => Promise<SignIn>
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** Mounts the library's own paths: signing in, and changes of a person's account. */
export function mountAuth(app: FastifyInstance, options: Options): void {
  const { refusals, guesses, publicUrl, signIn, onRequest, askForPassword } = options
  const assertCanSend = async () => {
    if (!askForPassword) throw new ApiError('not_found')
  }
  app.post(
    `${authPath}/request-password-reset`,
    { config: { layer: 'sign-in' }, onRequest: [onRequest, assertCanSend], bodyLimit: openBodyBytesMax },
    async (request) => {
      const { email } = validate(ForPassword, request.body ?? {})
      await guesses.takeLetter(callerAddress(request), email)
      await askForPassword!(email)
      return { status: true }
    },
  )
  app.route({
    method: ['GET', 'POST'],
    url: `${authPath}/*`,
    config: { layer: 'sign-in' },
    onRequest,
    bodyLimit: openBodyBytesMax,
    async handler(request, reply) {
      const library = await signIn()
      // Parsed in the same way as by the library, so that `/./` does not lead to another path.
      const url = new URL(request.url, publicUrl())
      const path = url.pathname.slice(authPath.length)
      const headers = headersOf(request)
      // The request is same-origin (`onRequest`) under any host name, but the library knows only one host name.
      if (headers.has('origin')) headers.set('origin', new URL(publicUrl()).origin)
      const { method, body } = request
      const asked = new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      if (providerPaths.includes(path)) validate(ToProvider, body ?? {})
      const tried = attempts.get(path)
      const account = await tried?.account(library, { body, headers })
      if (!tried || account === undefined) {
        const response = await ask(library, asked)
        // Every page of the portal requests the session. With a valid session, the request is not counted.
        if (path === '/get-session' && (await isSession(response))) request.refund?.()
        return relay(request, reply, response)
      }

      const address = callerAddress(request)
      const uncount = await guesses.take(address, account, tried.way)
      const from = { address, requestId: request.id }
      const note = (reason: Failure) =>
        onceAnswered(reply, () => refusals.noteFound((db) => refusedSignIn(db, account, reason, from)))
      let failure: Failure | undefined
      try {
        const response = await ask(library, asked)
        failure = await failureOf(response)
        if (failure) {
          note(failure)
          await guesses.slow(account)
        }
        return await relay(request, reply, response)
      } finally {
        if (!failure) uncount()
      }
    },
  })
}

const isSession = async (response: Response) => response.ok && (await response.clone().text()) !== 'null'

/** Runs work after the response, so that work for an existing account does not affect the response time. */
function onceAnswered({ raw }: FastifyReply, work: () => void) {
  // The client may already have disconnected.
  if (raw.closed) work()
  else raw.once('close', work)
}

/**
 * SQLSTATEs of values that PostgreSQL cannot read. The library passes on anything that is not a UUID, and
 * NUL.
 */
const unreadable = ['22P02', '22021']

/** @throws {ApiError} `bad_request` for values that the library has not checked and no column accepts. */
async function ask(library: SignIn, request: Request): Promise<Response> {
  try {
    return await library.handler(request)
  } catch (error) {
    if (unreadable.includes((error as { code?: string }).code ?? '')) {
      throw new ApiError('bad_request', { cause: error })
    }
    throw error
  }
}

const providerPaths = ['/sign-in/social', '/link-social']

/** The library also accepts other fields, such as tokens and scopes, which are not allowed here. */
export const ToProvider = z.strictObject({
  provider: z.string(),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
})

/** The library's own format. Callers cannot choose the page that the link opens. */
export const ForPassword = z.strictObject({ email: Email, redirectTo: z.string().optional() })

async function relay(request: FastifyRequest, reply: FastifyReply, response: Response) {
  const { status, headers } = response
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (status >= 400) return refuse(request, reply, response)
  reply.code(status)
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value)
  return reply.send(await response.text())
}

/** An error in the usual format, with the library's code, which the portal uses to choose its message. */
async function refuse(request: FastifyRequest, reply: FastifyReply, response: Response) {
  const { status, headers } = response
  const text = await response.text()
  if (status >= 500) throw new ApiError('server_error', { cause: text })
  if (status === 404) throw new ApiError('not_found')
  if (isVisit(request)) return reply.redirect(pageFor(request.url, text))
  if (status === 415) throw new ApiError('unsupported_media_type')
  const retryAfter = headers.get('x-retry-after')
  if (retryAfter !== null) throw new ApiError('too_many_attempts', { headers: { 'Retry-After': retryAfter } })
  const { message = errorTable.bad_request.message, code } = refusalIn(text)
  return reply.code(status).send({ message, code, request_id: request.id })
}

type Refusal = { message?: string; code?: string }

const refusalIn = (text: string): Refusal => (text ? JSON.parse(text) : {})

/**
 * Whether a person follows a link or returns from a provider. Such a request does not come from the portal's
 * pages.
 */
const isVisit = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/html') === true

function pageFor(url: string, text: string) {
  const page = url.startsWith(`${authPath}/reset-password`) ? '/reset-password' : '/sign-in'
  return `${page}?${new URLSearchParams({ error: refusalIn(text).code ?? 'refused' })}`
}
