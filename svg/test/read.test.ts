// Engines: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCleanSvg } from '@atelier/svg/read'
import { writeSvg } from '@atelier/svg/write'
import { readSafely } from '../../server/src/images/svg.ts'

const document = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">
  <style>.a &gt; b { fill: red }</style><defs><path id="p" d="M0 0h9"/></defs>
  <text class="a" x="1
2" xml:space="preserve">A &amp; B &lt;c&gt;  <tspan dx="1">d</tspan> e</text><use xlink:href="#p"/></svg>`

test('a sanitized document is unchanged after it is read and written again', () => {
  const cleaned = writeSvg(readSafely(Buffer.from(document)).root)
  assert.equal(writeSvg(readCleanSvg(cleaned)), cleaned)
})

test('the reader rejects a document that is not well-formed, or has no svg element', () => {
  assert.throws(() => readCleanSvg('<svg><g></svg>'))
  assert.throws(() => readCleanSvg('<g/>'), /no svg element/)
})
