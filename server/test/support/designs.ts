import { readdirSync, readFileSync } from 'node:fs'

const directory = new URL('../designs/', import.meta.url)

/** A document as exported by a design tool. */
export const design = (name: string) => readFileSync(new URL(name, directory))

export const designs = readdirSync(directory).filter((name) => name.endsWith('.svg'))
