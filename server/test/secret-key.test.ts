// Engines: embedded
// The key from which all other keys are derived. A weak or wrong key is rejected at startup.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFoundation } from '../src/app/foundation.ts'
import type { Config } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { verifyKeys, WrongSecretKeyError } from '../src/secrets/key-fingerprint.ts'
import { openKeys, SecretKeyFileError } from '../src/secrets/secret-key.ts'
import { printed, runCommand } from './support/commands.ts'
import { environmentOf } from './support/environment.ts'
import { atEnd, freshConfig } from './support/service.ts'

const start = async (config: Config) => (await openFoundation(config)).close()

for (const [what, content] of Object.entries({
  empty: '',
  'a blank line': '\n',
  'too short': randomBytes(31).toString('base64'),
  'not base64': `${'x'.repeat(50)} y`,
  'a few zero bytes': '\0\0\0\0',
}))
  test(`a secret.key that is ${what} is rejected in one line with exit code 2`, async () => {
    const config = await freshConfig()
    await writeFile(join(config.dataDirectory, 'secret.key'), content)
    const { code, out, err } = await runCommand({ ...environmentOf(config), PORT: '0' }, ['serve'])
    assert.deepEqual([code, out, err.trimEnd().split('\n').length], [2, '', 1], err)
    assert.match(err, /secret\.key is damaged: it must contain at least 32 random bytes in base64/)
    await assert.rejects(start(config), SecretKeyFileError)
  })

test('the first start creates a key of 32 random bytes, and the next start uses it', async () => {
  const config = await freshConfig()
  await start(config)
  const content = await readFile(join(config.dataDirectory, 'secret.key'), 'utf8')
  assert.equal(Buffer.from(content, 'base64').length, 32)
  await start(config)
  assert.equal(await readFile(join(config.dataDirectory, 'secret.key'), 'utf8'), content)
})

test('the first start does not overwrite the unfinished key of a process with the same ID in another container', async () => {
  const { dataDirectory } = await freshConfig()
  const unfinished = join(dataDirectory, `secret.key.${process.pid}`)
  await writeFile(unfinished, 'of another')
  openKeys({ secretKey: undefined, secretKeyPrevious: undefined, dataDirectory })
  assert.equal(await readFile(unfinished, 'utf8'), 'of another')
})

test('a start with another SECRET_KEY is rejected until an operator accepts it', async () => {
  const [own, other] = [randomBytes(32), randomBytes(32)]
  const config = await freshConfig()
  await start({ ...config, secretKey: own })
  const env = { ...environmentOf(config), PORT: '0', SECRET_KEY: other.toString('base64') }
  const { code, out, err } = await runCommand(env, ['serve'])
  assert.deepEqual([code, out, err.trimEnd().split('\n').length], [2, '', 1], err)
  assert.match(err, /^SECRET_KEY is not the key that this database is used with/)
  assert.equal(await printed(env, 'secret', 'accept'), 'Accepted the current SECRET_KEY.\n')
  await start({ ...config, secretKey: other })
  await assert.rejects(start({ ...config, secretKey: own }), WrongSecretKeyError)
})

test('during a rotation, nodes with either key start in any order; afterwards the old key is rejected', async () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const config = await freshConfig()
  const { db, close } = await openDatabase(config.database)
  atEnd(close)
  const startWith = (secretKey: Buffer, secretKeyPrevious?: Buffer) =>
    verifyKeys(db, openKeys({ ...config, secretKey, secretKeyPrevious }))
  await startWith(first)
  await startWith(first, second)
  await startWith(second, first)
  await startWith(first, second)
  await startWith(second, first)
  await startWith(second)
  await assert.rejects(startWith(first), WrongSecretKeyError)
  await assert.rejects(startWith(third), WrongSecretKeyError)
  await assert.rejects(startWith(third, first), WrongSecretKeyError)
  await startWith(second)
})
