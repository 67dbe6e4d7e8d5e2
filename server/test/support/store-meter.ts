// Started by storage.test.ts: stores and reads a large file in a separate process, to measure its memory.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parseConfig } from '../../src/config.ts'
import { openStorage } from '../../src/storage/open.ts'

const [key, megabytes] = process.argv.slice(2) as [string, string]
const storage = await openStorage(parseConfig(process.env).storage)

const megabyte = Buffer.alloc(1024 * 1024)

// V8 keeps about 64 MB of buffers before it collects any. This is a constant and not growth.
await move(key.replace('.', '-first.'), 40)
const before = process.memoryUsage().rss
let most = before
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 5)
const read = await move(key, Number(megabytes))
clearInterval(watch)
console.log(JSON.stringify({ read, growth: most - before }))

async function move(key: string, megabytes: number): Promise<number> {
  const path = join(storage.incomingDirectory, 'big')
  const file = await open(path, 'w')
  for (let index = 0; index < megabytes; index++) await file.write(megabyte.fill(index))
  await file.close()
  await storage.take(key, path)
  let read = 0
  for await (const chunk of (await storage.find(key))!.open()) read += (chunk as Buffer).length
  return read
}
