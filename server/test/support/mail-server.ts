import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './service.ts'

/**
 * A real mail server that keeps its messages. With `state.refuse` it rejects all recipients, with `state.away` it
 * fails temporarily, and `state.delayMs` delays each message.
 * @param password required to send. `state.password` is the current password, and `state.guesses` counts
 * attempts with a different password.
 */
export async function mailServer(password?: string) {
  const letters: { to: string | undefined; text: string }[] = []
  const state = { refuse: false, away: false, delayMs: 0, password, guesses: 0 }
  const server = new SMTPServer({
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: password === undefined,
    onAuth({ username, password }, _, done) {
      if (password === state.password) return done(null, { user: username })
      state.guesses++
      done(fault(535))
    },
    onRcptTo: (_, __, done) => done(state.refuse ? fault(550) : state.away ? fault(451) : null),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (piece) => {
        text += piece
      })
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address
        letters.push({ to, text: readable(text) })
        setTimeout(done, state.delayMs)
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  atEnd(() => new Promise<void>((closed) => server.close(() => closed())))
  const { port } = listening.address() as AddressInfo
  const urlWith = (login: string) => `smtp://${login}127.0.0.1:${port}`
  return { url: urlWith(password === undefined ? '' : `atelier:${password}@`), letters, state }
}

/** The message as a mail program shows it, with unfolded headers and decoded text (RFC 2045, 2047). */
function readable(letter: string): string {
  const end = letter.indexOf('\r\n\r\n')
  const head = letter
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?= (?==\?)/g, '?=')
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, words: string) => decoded(words.replaceAll('_', ' ')))
  return head + decoded(letter.slice(end))
}

const decoded = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

const fault = (responseCode: number) => Object.assign(new Error('Nobody here.'), { responseCode })
