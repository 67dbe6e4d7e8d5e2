// Engines: embedded
// Requests to URLs from users. Only public IP addresses are called, and always the address that was checked.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { reachOf } from '../src/outbound/address-range.ts'
import { connectionFault } from '../src/outbound/connection-fault.ts'
import { callsOf, destinations } from '../src/outbound/destinations.ts'
import { type OutboundOptions, type OutboundRequest, outbound } from '../src/outbound/outbound.ts'
import { addressesOf } from '../src/outbound/resolve.ts'
import { startHttps } from './support/https.ts'
import { withoutOpenssl } from './support/programs.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function server(handler: Handler) {
  const seen: IncomingMessage[] = []
  const listening = createServer((request, response) => {
    seen.push(request)
    handler(request, response)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  after(() => {
    listening.closeAllConnections()
    listening.close()
  })
  const { port } = listening.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, seen }
}

const ok = await server((_, response) => response.end('hello'))
const strict = outbound({ allowLoopback: false })
const lenient = outbound({ allowLoopback: true })

const fails = (url: string, code: string, request: OutboundRequest = {}, by = strict) =>
  assert.rejects(by.send(url, request), (error: { name: string; code: string }) => {
    assert.deepEqual([error.name, error.code], ['OutboundError', code], url)
    return true
  })

async function textOf(url: string, request: OutboundRequest = {}, by = lenient) {
  const answer = await by.send(url, request)
  const parts = await Array.fromAsync(answer.body)
  return { ...answer, text: Buffer.concat(parts).toString() }
}

test('public IP addresses are distinguished from all others in any notation', () => {
  for (const address of ['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])
    assert.equal(reachOf(address), 'public', address)
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
    assert.equal(reachOf(address), 'loopback', address)
  for (const address of [
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '2002:a00:1::1',
    '2001:0:1::1',
    '2001:db8::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '5f00::1',
    'no address',
  ])
    assert.equal(reachOf(address), 'other', address)
})

describe('a URL is rejected by its text alone, before its host name is resolved', () => {
  for (const [url, code] of [
    ['nonsense', 'not_a_url'],
    ['http://example.com/', 'not_https'],
    ['ftp://example.com/', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['https://name:secret@example.com/', 'has_credentials'],
    ['https://127.0.0.1/', 'not_public'],
    ['https://0x7f.1/', 'not_public'],
    ['https://2130706433/', 'not_public'],
    ['https://017700000001/', 'not_public'],
    ['https://[::1]/', 'not_public'],
    ['https://[::ffff:169.254.169.254]/latest/meta-data', 'not_public'],
    ['https://169.254.169.254/', 'not_public'],
    ['https://100.100.100.200/', 'not_public'],
  ] as const) {
    test(`${url}: ${code}`, async () => {
      assert.equal(strict.check(url), code)
      await fails(url, code)
    })
  }

  test('a loopback URL is accepted only if loopback is allowed', async () => {
    assert.equal(lenient.check(ok.url), undefined)
    assert.equal((await textOf(ok.url)).text, 'hello')
    await fails('https://10.0.0.1/', 'not_public', {}, lenient)
    await fails('http://8.8.8.8/', 'not_public', {}, lenient)
  })
})

const resolving = (...answers: (string[] | Error)[]) => {
  const asked: string[] = []
  const options: OutboundOptions = {
    allowLoopback: true,
    resolve: async (name) => {
      const answer = answers[Math.min(asked.push(name), answers.length) - 1]!
      if (answer instanceof Error) throw answer
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
  return { asked, by: outbound(options) }
}

describe('a host name', () => {
  test('a host name is rejected if any of its IP addresses is not public', async () => {
    for (const addresses of [
      ['10.0.0.1'],
      ['8.8.8.8', '169.254.169.254'],
      ['::ffff:192.168.0.1'],
      ['fd00::1'],
    ])
      await fails('https://hook.test/', 'not_public', {}, resolving(addresses).by)
    await fails('http://hook.test/', 'not_https', {}, resolving(['8.8.8.8']).by)
    await fails('https://hook.test/', 'not_found', {}, resolving(new Error('ENOTFOUND')).by)
    await fails('https://hook.test/', 'not_found', {}, resolving([]).by)
  })

  test('a host name is resolved once, so that a later change of DNS has no effect', async () => {
    const { by, asked } = resolving(['127.0.0.1'], ['10.0.0.1'])
    const answer = await textOf(`http://hook.test:${ok.port}/path`, {}, by)
    assert.equal(answer.text, 'hello')
    assert.deepEqual(asked, ['hook.test'])
    assert.equal(ok.seen.at(-1)!.headers.host, `hook.test:${ok.port}`)
  })

  test('a host name is resolved again for each request', async () => {
    const { by, asked } = resolving(['127.0.0.1'], ['10.0.0.1'])
    const url = `http://hook.test:${ok.port}/`
    await textOf(url, {}, by)
    await fails(url, 'not_public', {}, by)
    assert.equal(asked.length, 2)
  })
})

describe('a connection that fails names its cause', () => {
  const causeOf = (url: string) =>
    lenient.send(url).then(
      () => 'none',
      (error: Error) => error.message,
    )

  test('a certificate that is self-signed, for another host, or missing', {
    skip: withoutOpenssl(),
  }, async () => {
    const trusted = await startHttps((_, response) => response.end('hello'))
    assert.equal((await textOf(trusted)).text, 'hello')
    const selfSigned = await startHttps(() => {}, { isTrusted: false })
    assert.equal(await causeOf(selfSigned), 'The certificate of the host is self-signed.')
    const forOther = await startHttps(() => {}, { names: 'DNS:elsewhere.test' })
    assert.equal(await causeOf(forOther), 'The certificate of the host is for another host name.')
    assert.equal(
      await causeOf(ok.url.replace('http:', 'https:')),
      'The host does not accept HTTPS on this port.',
    )
    for (const [code, cause] of [
      ['CERT_HAS_EXPIRED', 'The certificate of the host has expired.'],
      [
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        /^The certificate of the host is not signed by a trusted authority/,
      ],
    ] as const)
      assert.match(connectionFault(Object.assign(new Error(), { code })).message, new RegExp(cause))
  })

  test('a closed port, a connection without a response, and no HTTP', async () => {
    const silent = await server((request) => request.socket.destroy())
    const other = createTcpServer((socket) => socket.on('error', () => {}).end('220 mail.test ESMTP\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    after(() => other.close())
    for (const [url, cause] of [
      ['http://127.0.0.1:1/', 'The host refused the connection.'],
      [silent.url, 'The host closed the connection before its response was complete.'],
      [`http://127.0.0.1:${(other.address() as AddressInfo).port}/`, 'The response is not valid HTTP.'],
    ] as const)
      assert.equal(await causeOf(url), cause, url)
  })

  test('a name without an IP address, and nameservers that do not answer', async () => {
    for (const [code, cause] of [
      ['ENOTFOUND', 'The host name has no IP address in DNS.'],
      ['ETIMEOUT', 'The nameservers of the host did not answer.'],
    ] as const) {
      const { by } = resolving(Object.assign(new Error(code), { code }))
      await assert.rejects(by.send('https://hook.test/'), { code: 'not_found', message: cause })
    }
  })
})

test('a late response head fails at the minimum pace, regardless of the total timeout', {
  timeout: 10_000,
}, async () => {
  const silent = await server(() => {})
  await fails(silent.url, 'too_slow', { paceMs: 50, timeoutMs: 900_000 }, lenient)
  assert.equal(silent.seen.length, 1)
})

describe('a redirect', () => {
  test('a redirect is returned like any response, unless it is to be followed', async () => {
    const away = await server((_, response) => response.writeHead(302, { location: ok.url }).end())
    assert.equal((await textOf(away.url)).status, 302)
    assert.equal((await textOf(away.url, { method: 'POST', body: 'x', redirectsMax: 3 })).status, 302)
    const followed = await textOf(away.url, { redirectsMax: 1, headers: { 'x-secret': 'for the first' } })
    assert.deepEqual([followed.text, followed.url], ['hello', `${ok.url}/`])
    assert.equal(ok.seen.at(-1)!.headers['x-secret'], undefined)
  })

  test('a redirect is checked like the first URL', async () => {
    for (const [location, code] of [
      ['http://169.254.169.254/latest/meta-data', 'not_public'],
      ['https://[fd00::1]/', 'not_public'],
      ['file:///etc/passwd', 'not_https'],
      ['https://a:b@example.com/', 'has_credentials'],
      ['https://inside.test/', 'not_public'],
    ] as const) {
      const away = await server((_, response) => response.writeHead(307, { location }).end())
      await fails(away.url, code, { redirectsMax: 3 }, resolving(['10.0.0.1']).by)
    }
  })

  test('a redirect is followed a limited number of times', async () => {
    const round = await server((_, response) => response.writeHead(301, { location: '/again' }).end())
    await fails(round.url, 'too_many_redirects', { redirectsMax: 3 }, lenient)
    assert.equal(round.seen.length, 4)
  })
})

describe('calls are counted', () => {
  /** Records the requested destinations and rejects the given destinations. */
  function counted(...full: string[]) {
    const asked: string[] = []
    const calls = {
      admit(place: string) {
        asked.push(`+${place}`)
        return !full.includes(place)
      },
      leave: (place: string) => void asked.push(`-${place}`),
    }
    return { asked, calls }
  }

  const redirects = (to: () => string) =>
    server((_, response) => response.writeHead(302, { location: to() }).end())

  test('calls are counted for each host before its name is resolved, for its address, and for every redirect', async () => {
    const { by } = resolving(['127.0.0.1'], ['127.0.0.2'])
    const last = await server((_, response) => response.end('hello'))
    const away = await redirects(() => `http://victim.test:${last.port}/`)
    const { asked, calls } = counted('127.0.0.2')
    await fails(`http://away.test:${away.port}/`, 'busy', { redirectsMax: 3, calls }, by)
    // The slot of a host that has redirected is released, so that it does not depend on the target of the
    // redirect.
    assert.deepEqual(asked, [
      '+away.test',
      '+127.0.0.1',
      '-away.test',
      '-127.0.0.1',
      '+victim.test',
      '+127.0.0.2',
    ])
    assert.equal(last.seen.length, 0)
  })

  test('calls are counted before the name of a busy host is looked up', async () => {
    const { by, asked: lookedUp } = resolving(['127.0.0.1'])
    const { asked, calls } = counted('busy.test')
    await fails(`http://busy.test:${ok.port}/`, 'busy', { calls }, by)
    assert.deepEqual([asked, lookedUp], [['+busy.test'], []])
  })

  test('calls are counted once for all spellings of the host, and only while the host is called', async () => {
    const { by } = resolving(['127.0.0.1'])
    const round = await redirects(() => `http://round.test.:${ok.port}/`)
    const { enter } = destinations(4)
    const calls = callsOf('acme', { enter })
    const answer = await by.send(`http://round.test:${round.port}/`, { redirectsMax: 1, calls })
    answer.discard()
    // At most two of four slots can belong to one host.
    assert.ok(enter('round.test', 'globex'))
    assert.equal(enter('round.test', 'hooli'), undefined)
    calls.leaveAll()
    assert.ok(enter('round.test', 'hooli'))
  })
})

describe('a name is looked up in DNS', () => {
  /** A nameserver that knows one name and does not respond for other names. */
  async function nameserver(known: string, address: number[]) {
    const socket = createSocket('udp4')
    socket.on('message', (message, { port, address: from }) => {
      if (!message.includes(known)) return
      // RFC 1035 §4.1: the header, the question, and one answer for a question of type A.
      const question = message.subarray(0, message.indexOf(0, 12) + 5)
      const isForIpv4 = question.at(-3) === 1
      const head = Buffer.from(question)
      head.writeUInt16BE(0x8180, 2)
      head.writeUInt16BE(isForIpv4 ? 1 : 0, 6)
      head.writeUInt32BE(0, 8)
      const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]
      socket.send(isForIpv4 ? Buffer.concat([head, Buffer.from(answer)]) : head, port, from)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    after(() => socket.close())
    return [`127.0.0.1:${socket.address().port}`]
  }

  test('a name whose nameserver does not respond delays no other name', { timeout: 5_000 }, async () => {
    const servers = await nameserver('good', [8, 8, 4, 4])
    const ended = new AbortController()
    const dead = Array.from({ length: 100 }, (_, at) =>
      assert.rejects(addressesOf(`dead-${at}.test`, ended.signal, servers), { code: 'ECANCELLED' }),
    )
    const found = await addressesOf('good.test', ended.signal, servers)
    assert.deepEqual(found, [{ address: '8.8.4.4', family: 4 }])
    ended.abort()
    await Promise.all(dead)
  })

  test('every name except localhost is looked up in DNS', async () => {
    const found = await addressesOf('localhost', AbortSignal.timeout(1_000), ['127.0.0.1:1'])
    assert.deepEqual(
      found.map(({ address }) => address),
      ['127.0.0.1', '::1'],
    )
  })
})

describe('a response', () => {
  test('a response over the size limit fails, by Content-Length or by its body', async () => {
    const said = await server((_, response) => response.writeHead(200, { 'content-length': 2_000 }).end())
    const endless = await server((_, response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more))
      }
      more()
    })
    for (const { url } of [said, endless])
      await assert.rejects(textOf(url, { bytesMax: 1_000 }), { code: 'too_large' })
  })

  test('a response over the time limit fails, before its head or during its body', async () => {
    const silent = await server(() => {})
    const slow = await server((_, response) => void response.write('x'))
    await fails(silent.url, 'too_slow', { timeoutMs: 200 }, lenient)
    await assert.rejects(textOf(slow.url, { timeoutMs: 200 }), { code: 'too_slow' })
  })

  test('a response with a head that arrives byte by byte fails at the same time limit', async () => {
    const dripping = createTcpServer((socket) => {
      socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve))
    const { port } = dripping.address() as AddressInfo
    await fails(`http://127.0.0.1:${port}/`, 'too_slow', { timeoutMs: 200 }, lenient)
    dripping.close()
  })

  test('a response below the minimum pace fails, and a faster response does not', async () => {
    const dripping = (bytes: number, times: number) =>
      server(async (_, response) => {
        for (let part = 0; part < times && !response.destroyed; part++) {
          response.write(Buffer.alloc(bytes))
          await wait(100)
        }
        response.end()
      })
    const paced = { paceMs: 200, bytesMax: 10_000_000 }
    await assert.rejects(textOf((await dripping(100, 30)).url, paced), { code: 'too_slow' })
    assert.equal((await textOf((await dripping(100_000, 8)).url, paced)).text.length, 800_000)
  })

  test('a response is not awaited after an abort', async () => {
    const silent = await server(() => {})
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await fails(silent.url, 'stopped', { signal: stop.signal }, lenient)
  })

  test('a response that is interrupted or never arrives is reported with the cause', async () => {
    const cut = await server((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('x')
      setTimeout(() => response.destroy(), 20)
    })
    await assert.rejects(textOf(cut.url), { code: 'closed' })
    await fails('http://127.0.0.1:1/', 'refused', {}, lenient)
  })

  test('an unread response can be discarded', async () => {
    const slow = await server((_, response) => void response.write('x'))
    const answer = await lenient.send(slow.url)
    answer.discard()
    await wait(20)
  })
})
