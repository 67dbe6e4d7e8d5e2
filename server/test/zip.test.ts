// Engines: embedded
// The zip format: large files, many files, names, and reading no more than the reader takes.
import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { zipSize } from '../src/zip/format.ts'
import { safeName, zipPaths } from '../src/zip/names.ts'
import { type ZipEntry, zipStream } from '../src/zip/zip-stream.ts'

const modifiedAt = new Date('2026-11-26T14:00:01Z')

async function* each<T>(items: Iterable<T>) {
  yield* items
}

const entry = (name: string, content: string | Buffer): ZipEntry => {
  const bytes = Buffer.from(content)
  return { name, size: bytes.length, modifiedAt, chunks: each([bytes]) }
}

async function bytesOf(entries: ZipEntry[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of zipStream(each(entries))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function read(zip: ZipFile) {
  const files: { name: string; text: string; crc: number; at: Date }[] = []
  for await (const one of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(one)) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    assert.equal(crc32(bytes), one.crc32)
    files.push({ name: one.fileName, text: bytes.toString(), crc: one.crc32, at: one.getLastModDate() })
  }
  return files
}

test('a zip contains the files with their names, times and checksums, and has the predicted size', async () => {
  const entries = [entry('a/Überschrift 日本.txt', 'one'), entry('b.bin', ''), entry('c', 'three')]
  const predicted = zipSize(entries)
  const bytes = await bytesOf(entries)
  assert.equal(bytes.length, predicted)
  const files = await read(await fromBufferPromise(bytes, { lazyEntries: true }))
  assert.deepEqual(
    files.map(({ name, text }) => [name, text]),
    [
      ['a/Überschrift 日本.txt', 'one'],
      ['b.bin', ''],
      ['c', 'three'],
    ],
  )
  assert.deepEqual(files[0]!.at, modifiedAt)
})

test('an empty zip is a valid zip', async () => {
  assert.deepEqual(await read(await fromBufferPromise(await bytesOf([]), { lazyEntries: true })), [])
})

test('a zip can contain more than 65,535 files', async () => {
  const count = 65_540
  const entries = Array.from({ length: count }, (_, at) => entry(`${at}.txt`, ''))
  const bytes = await bytesOf(entries)
  assert.equal(bytes.length, zipSize(entries))
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  assert.equal(zip.entryCount, count)
})

/** Skips zeros, so a file of gigabytes takes no space. */
async function writeSparse(path: string, chunks: AsyncIterable<Buffer>, zeros: Buffer) {
  const file = await open(path, 'w+')
  let at = 0
  for await (const chunk of chunks) {
    if (chunk.buffer !== zeros.buffer) await file.write(chunk, 0, chunk.length, at)
    at += chunk.length
  }
  await file.truncate(at)
  await file.close()
  return at
}

test('a zip can contain a file of more than 4 GiB and a file behind it', async (t) => {
  const zeros = Buffer.from(new ArrayBuffer(16 * 1024 ** 2))
  const chunks = 257
  const large = { name: 'large.bin', size: chunks * zeros.length, modifiedAt }
  const entries = [
    { ...large, chunks: each(Array<Buffer>(chunks).fill(zeros)) },
    entry('after.txt', 'behind'),
  ]
  const directory = await mkdtemp(join(tmpdir(), 'atelier-zip-'))
  t.after(() => rm(directory, { recursive: true }))
  const path = join(directory, 'large.zip')
  const size = await writeSparse(path, zipStream(each(entries)), zeros)
  assert.equal(size, zipSize([large, { name: 'after.txt', size: 6 }]))
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const found = await Array.fromAsync(zip.eachEntry())
  assert.deepEqual(
    found.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize]),
    [
      ['large.bin', large.size],
      ['after.txt', 6],
    ],
  )
  const texts: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(found[1]!)) texts.push(chunk as Buffer)
  assert.equal(Buffer.concat(texts).toString(), 'behind')
  zip.close()
})

test('a zip fails when a file does not have its announced size', async () => {
  await assert.rejects(bytesOf([{ ...entry('a', 'abc'), size: 4 }]), /3 bytes instead of 4/)
})

test('no more data is read than the reader takes', async () => {
  let read = 0
  const chunk = Buffer.alloc(64 * 1024)
  async function* endless() {
    for (;;) {
      read += chunk.length
      yield chunk
    }
  }
  const zip = zipStream(each([{ name: 'a', size: 2 ** 40, modifiedAt, chunks: endless() }]))
  await zip[Symbol.asyncIterator]().next()
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(read <= 1024 ** 2, `${read} bytes were read`)
  zip.destroy()
})

test('names are safe on every system', () => {
  const names = {
    'CON.txt': '_CON.txt',
    'con .txt': '_con .txt',
    'COM¹': '_COM¹',
    CONIN$: '_CONIN$',
    'a/b\\c:d*?"<>|': 'a-b-c-d-',
    ' .hidden ': 'hidden',
    'ends in dots...': 'ends in dots',
    'u\u0308ber': 'über',
    '\u202egpj.exe': 'gpj.exe',
  }
  for (const [name, safe] of Object.entries(names)) assert.equal(safeName(name), safe)
  assert.equal(Buffer.byteLength(safeName('日'.repeat(200))), 180)
})

test('files with the same name in one folder are numbered, ignoring case', () => {
  const path = zipPaths()
  const asked: [string[], string][] = [
    [[], 'Forest.jpg'],
    [[], 'FOREST.JPG'],
    [[], 'Forest-2.jpg'],
    [['A'], 'Forest.jpg'],
    [['a:'], 'b.jpg'],
    [['a?'], 'b.jpg'],
    [['A', 'b'], 'no extension'],
    [[], 'b'],
    [['b'], 'c.tar.gz'],
    [[], '///'],
    [[], 'straße.png'],
    [[], 'STRASSE.png'],
  ]
  assert.deepEqual(
    asked.map(([folders, name]) => path(folders, name)),
    [
      'Forest.jpg',
      'FOREST-2.JPG',
      'Forest-2-2.jpg',
      'A/Forest.jpg',
      'a-/b.jpg',
      'a--2/b.jpg',
      'A/b/no extension',
      'b',
      'b-2/c.tar.gz',
      'File',
      'straße.png',
      'STRASSE-2.png',
    ],
  )
})
