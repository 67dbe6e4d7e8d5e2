import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './service.ts'

/** A real mail server, which keeps what it is given; with `state.refuse` it takes nothing. */
export async function mailServer() {
  const letters: { to: string | undefined; text: string }[] = []
  const state = { refuse: false }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_, __, done) => done(state.refuse ? new Error('Nobody here.') : null),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (piece) => {
        text += piece
      })
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address
        letters.push({ to, text: text.replaceAll('=\r\n', '').replaceAll('=3D', '=') })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  atEnd(() => new Promise<void>((closed) => server.close(() => closed())))
  const { port } = listening.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, letters, state }
}
