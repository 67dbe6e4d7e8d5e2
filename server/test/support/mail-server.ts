import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './service.ts'

/**
 * A real mail server, which keeps what it is given; with `state.refuse` it takes nothing, and
 * with `state.away` it says that it can't now. `state.delayMs` is how long it thinks about each letter.
 */
export async function mailServer() {
  const letters: { to: string | undefined; text: string }[] = []
  const state = { refuse: false, away: false, delayMs: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_, __, done) => done(state.refuse ? fault(550) : state.away ? fault(451) : null),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (piece) => {
        text += piece
      })
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address
        letters.push({ to, text: text.replaceAll('=\r\n', '').replaceAll('=3D', '=') })
        setTimeout(done, state.delayMs)
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  atEnd(() => new Promise<void>((closed) => server.close(() => closed())))
  const { port } = listening.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, letters, state }
}

const fault = (responseCode: number) => Object.assign(new Error('Nobody here.'), { responseCode })
