// Engines: embedded
// A full disk is not an error of the file. A file that cannot be written returns 507 and is rendered later.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '../src/ids.ts'
import { decoderLimits, openDecoder } from '../src/images/decoder.ts'
import { atEnd } from './support/service.ts'
import { smallDisk, withoutSmallDisks } from './support/small-disk.ts'
import { picture } from './support/uploads.ts'

const skip = withoutSmallDisks()

const full = { name: 'ApiError', code: 'storage_full' }

test('rendering an image or a document on a full disk fails with storage_full', {
  skip: skip ?? false,
}, async () => {
  const { directory, fill, free } = smallDisk(2)
  const decoder = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2))
  const acme = newId()
  atEnd(decoder.close)
  const [source, document] = [join(directory, 'picture.png'), join(directory, 'card.svg')]
  await writeFile(source, await picture({ width: 600, height: 400 }))
  await writeFile(
    document,
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0"/></svg>',
  )
  const target = { path: join(directory, 'small.png'), width: 300, height: 200 }
  const draw = () =>
    decoder.render(acme, source, 'png', [{ ...target, fit: 'inside', format: 'png', quality: 80 }])
  await fill(0)
  await assert.rejects(draw(), full)
  await assert.rejects(decoder.inspect(acme, document), full)
  await free()
  assert.equal((await draw())[0]!.width, 300)
  assert.equal((await decoder.inspect(acme, document)).width, 60)
})
