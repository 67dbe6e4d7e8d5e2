import type { IncomingMessage } from 'node:http'

export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => resolve(text))
  })
}
