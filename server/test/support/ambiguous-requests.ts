/** The lines of a request head, with the blank line at the end. */
export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
export const post = (...headers: string[]) => lines('POST /oauth/introspect HTTP/1.1', 'Host: a', ...headers)
export const get = (...headers: string[]) =>
  lines('GET /healthz HTTP/1.1', 'Host: a', 'Connection: close', ...headers)
export const chunked = 'Transfer-Encoding: chunked'

/**
 * No other request uses this path, so a log entry or count of it shows that the hidden request was handled.
 */
export const smuggledPath = '/api/brand-kit/fonts'
/** A second request that must never be handled. */
const smuggled = lines(`GET ${smuggledPath} HTTP/1.1`, 'Host: smuggled')

/** Node drops headers after the 1,000th by default, but the parser still acts on them. */
const fillers = Array.from({ length: 1_010 }, () => 'a:')

/** Requests that two servers, one in front of the other, could parse differently. */
export const ambiguousRequests: Record<string, string | Uint8Array> = {
  'Content-Length and Transfer-Encoding': `${post('Content-Length: 6', chunked)}0\r\n\r\n${smuggled}`,
  'Transfer-Encoding and Content-Length': `${post(chunked, 'Content-Length: 6')}0\r\n\r\n${smuggled}`,
  'two lengths': `${post('Content-Length: 2', 'Content-Length: 60')}{}${smuggled}`,
  'twice the same length': `${post('Content-Length: 2', 'Content-Length: 2')}{}${smuggled}`,
  'a list of lengths': `${post('Content-Length: 2, 2')}{}${smuggled}`,
  'a negative length': `${post('Content-Length: -1')}${smuggled}`,
  'a length with a sign': `${post('Content-Length: +2')}{}${smuggled}`,
  'a length in hex': `${post('Content-Length: 0x2')}{}${smuggled}`,
  'a length past 2^64': `${post('Content-Length: 18446744073709551618')}{}${smuggled}`,
  'an encoding that only looks like chunked': `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`,
  'chunked that is not the last encoding': `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
  'two encodings': `${post(chunked, 'Transfer-Encoding: identity')}0\r\n\r\n${smuggled}`,
  'a space before the colon': `${post('Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`,
  'a vertical tab in the encoding': `${post('Transfer-Encoding: \vchunked')}0\r\n\r\n${smuggled}`,
  'a folded header': get('X-A: b', ' c'),
  'a folded length': `${post('Content-Length:', ' 2')}{}${smuggled}`,
  'bare line feeds': 'GET /healthz HTTP/1.1\nHost: a\n\n',
  'one bare line feed': 'GET /healthz HTTP/1.1\r\nHost: a\nX: b\r\n\r\n',
  'a bare carriage return': get('X: a\rb'),
  'a NUL in a header': get('X: a\0b'),
  'a NUL in the path': lines('GET /health\0z HTTP/1.1', 'Host: a'),
  'a header without a name': get(': b'),
  'a header without a colon': get('Host'),
  'a space before the first header': lines('GET /healthz HTTP/1.1', ' Host: a'),
  'a chunk size that is none': `${post(chunked)}zz\r\n{}\r\n0\r\n\r\n`,
  'a chunk longer than it says': `${post(chunked)}1\r\n{}\r\n0\r\n\r\n`,
  'a bare line feed in a chunk extension': `${post(chunked)}2;a=\n\r\n{}\r\n0\r\n\r\n`,
  'a chunk size past 2^64': `${post(chunked)}fffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  'no Host': lines('GET /healthz HTTP/1.1', 'Connection: close'),
  'two Hosts': lines('GET /healthz HTTP/1.1', 'Host: a', 'Host: b') + smuggled,
  'the same Host twice': get('host: a'),
  'two Hosts in HTTP/1.0':
    lines('GET /healthz HTTP/1.0', 'Host: a', 'Connection: keep-alive', 'HOST: b') + smuggled,
  'a chunked body in HTTP/1.0': `${lines('POST /oauth/introspect HTTP/1.0', 'Connection: keep-alive', chunked)}0\r\n\r\n${smuggled}`,
  'a length and an encoding in HTTP/1.0': `${lines('POST /oauth/introspect HTTP/1.0', 'Host: a', 'Content-Length: 5', chunked)}0\r\n\r\n${smuggled}`,
  'an encoding of no body in HTTP/1.0':
    lines('GET /healthz HTTP/1.0', 'Connection: keep-alive', chunked) + smuggled,
  'a chunked body in HTTP/0.9': `${lines('POST /oauth/introspect HTTP/0.9', 'Host: a', chunked)}0\r\n\r\n${smuggled}`,
  'a chunked body in HTTP/2.0': `${lines('POST /oauth/introspect HTTP/2.0', 'Host: a', chunked)}0\r\n\r\n${smuggled}`,
  'HTTP/2.0 in words': lines('GET /healthz HTTP/2.0', 'Host: a') + smuggled,
  'a second Host behind a thousand headers':
    lines('GET /healthz HTTP/1.1', 'Host: a', ...fillers, 'Host: b') + smuggled,
  'an encoding behind a thousand headers in HTTP/1.0': `${lines('POST /oauth/introspect HTTP/1.0', 'Connection: keep-alive', ...fillers, chunked)}0\r\n\r\n${smuggled}`,
  'two names in Host': lines('GET /healthz HTTP/1.1', 'Host: a, b') + smuggled,
  'a path in Host': lines('GET /healthz HTTP/1.1', 'Host: a/b') + smuggled,
  'a user in Host': lines('GET /healthz HTTP/1.1', 'Host: b@a') + smuggled,
  'a method that is none': lines('FOO /healthz HTTP/1.1', 'Host: a'),
  'a method in lower case': lines('get /healthz HTTP/1.1', 'Host: a'),
  'HTTP/2 without an agreement': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a version that is none': lines('GET /healthz HTTP/9.9', 'Host: a'),
  'TLS on a plain port': Buffer.from('16030100f8010000f40303', 'hex'),
  'a tunnel': lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'),
}
