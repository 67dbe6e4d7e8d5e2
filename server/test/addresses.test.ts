// Engines: embedded
// The server parses each address and range once and caches the result. The results must equal those of
// ipaddr.js alone.

import assert from 'node:assert/strict'
import { isIP, isIPv4 } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import {
  addressKey,
  addressRange,
  allowedAddressesMax,
  isAllowed,
  plainAddress,
} from '../src/ip-addresses.ts'

function keyByLibrary(text: string): string | undefined {
  const address = plainAddress(text)
  if (address === undefined || isIPv4(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}

function isAllowedByLibrary(ranges: readonly string[], text: string): boolean {
  if (ranges.length === 0) return true
  const address = plainAddress(text)
  if (address === undefined) return false
  const one = ipaddr.process(address)
  return ranges.some((range) => {
    const [network, length] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), undefined]
    if (network.kind() !== one.kind()) return false
    return length === undefined ? network.toString() === one.toString() : one.match(network as never, length)
  })
}

// A small alphabet, so that addresses repeat and fall into ranges.
const byte = fc.constantFrom(0, 1, 10, 192, 255)
const word = fc.constantFrom('0', '1', 'db8', '2001', 'ffff', 'FE80', '0db8')
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'))
const ipv6 = fc.oneof(
  fc.array(word, { minLength: 8, maxLength: 8 }).map((words) => words.join(':')),
  fc
    .tuple(fc.array(word, { maxLength: 4 }), fc.array(word, { maxLength: 3 }))
    .map(([before, after]) => `${before.join(':')}::${after.join(':')}`),
)
const mapped = fc.oneof(
  ipv4.map((address) => `::ffff:${address}`),
  ipv4.map((address) => `::FFFF:${address}`),
  fc.tuple(word, word).map((words) => `::ffff:${words.join(':')}`),
)
const address = fc.oneof(
  ipv4,
  ipv6,
  mapped,
  ipv6.map((one) => `${one}%eth0`),
  fc.ipV4(),
  fc.ipV6(),
)
const asked = fc.oneof(
  address,
  address.map((one) => (isIPv4(one) ? `${one}:443` : `[${one}]:443`)),
  fc.string(),
)
const range = fc
  .oneof(
    address,
    fc.tuple(address, fc.nat(128)).map(([one, bits]) => `${one}/${bits}`),
  )
  .map(addressRange)
  .filter((one) => one !== undefined)

test('parsed and cached addresses have the same key as with ipaddr.js', () => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 10 }), (texts) => {
      for (const text of [...texts, ...texts]) assert.equal(addressKey(text), keyByLibrary(text), text)
    }),
    { numRuns: 2_000 },
  )
})

test('parsed and cached addresses match the same ranges as with ipaddr.js', () => {
  let allowed = 0
  fc.assert(
    fc.property(fc.array(range, { maxLength: 5 }), fc.array(asked, { minLength: 1 }), (ranges, texts) => {
      for (const text of [...texts, ...texts]) {
        const expected = isAllowedByLibrary(ranges, text)
        if (expected && ranges.length > 0) allowed++
        assert.equal(isAllowed(ranges, text), expected, `${text} in ${ranges}`)
        assert.equal(isAllowed([...ranges], text), expected)
      }
    }),
    { numRuns: 2_000 },
  )
  assert.ok(allowed > 100, `${allowed} were in a range`)
})

test('ranges are parsed only once for all requests and tokens of a client', (t) => {
  const parse = t.mock.method(ipaddr, 'parseCIDR')
  const ranges = Array.from({ length: allowedAddressesMax }, (_, n) => `2001:db8:${n.toString(16)}::/48`)
  for (let request = 0; request < 1_000; request++) {
    assert.ok(isAllowed(ranges, `2001:db8:63::${request.toString(16)}`))
    assert.ok(!isAllowed([...ranges], '192.0.2.7'))
  }
  assert.equal(parse.mock.callCount(), allowedAddressesMax)
})

test('an address is parsed once, and the cache of addresses is bounded', (t) => {
  const parse = t.mock.method(ipaddr, 'process')
  for (let request = 0; request < 1_000; request++) addressKey('2001:db8:9:9::9')
  assert.equal(parse.mock.callCount(), 1)
  for (let n = 0; n < 5_000; n++) addressKey(`2001:db8:8:${n.toString(16)}::1`)
  const seen = parse.mock.callCount()
  addressKey('2001:db8:9:9::9')
  assert.equal(parse.mock.callCount(), seen + 1)
  const long = `fe80::1%${'a'.repeat(5_000)}`
  assert.notEqual(isIP(long), 0)
  for (let request = 0; request < 10; request++) addressKey(long)
  assert.equal(parse.mock.callCount(), seen + 11)
})
