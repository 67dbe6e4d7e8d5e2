// Engines: embedded
// Names of layers are read as their designer typed them, however the design tool encoded them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSafely } from '../src/images/svg.ts'
import { readVariables } from '../src/images/svg-variables.ts'

const keyOf = (id: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text id="${id}">a</text></svg>`
  return readVariables(readSafely(Buffer.from(svg)).root)[0]?.key
}

test('a name that Figma wrote byte by byte is decoded', () => {
  assert.equal(keyOf('$&#195;&#156;berschrift'), 'Überschrift')
  assert.equal(keyOf('$&#xE6;&#x97;&#xA5;&#xE6;&#x9C;&#xAC;'), '日本')
})

test('an unencoded name stays unchanged, even if its characters could be bytes', () => {
  for (const name of ['Überschrift', 'café', '日本', 'Größe']) assert.equal(keyOf(`$${name}`), name)
})

test('the escapes of Illustrator and CorelDRAW are decoded', () => {
  assert.equal(keyOf('_x24_headline'), 'headline')
  assert.equal(keyOf('_x0024_headline'), 'headline')
  assert.equal(keyOf('_x0024_price_x0020_tag'), 'price_tag')
  assert.equal(keyOf('_x0025_headline'), undefined)
})
