// Started by storage.test.ts, which kills it. Writes files to the store of its environment, half of them with
// `put` and half as finished uploads, and prints each key once it is acknowledged.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseConfig } from '../../src/config.ts'
import { openStorage } from '../../src/storage/open.ts'

const [company, count, bytes] = process.argv.slice(2) as [string, string, string]
const storage = await openStorage(parseConfig(process.env).storage)

console.log('ready')
await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => {
    const key = `${company}/${process.pid}-${index}.bin`
    const content = Buffer.alloc(Number(bytes), `${index} `)
    const path = join(storage.incomingDirectory, `${process.pid}-${index}`)
    if (index % 2 === 0) await storage.put(key, content)
    else await writeFile(path, content).then(() => storage.take(key, path))
    console.log(key)
  }),
)
