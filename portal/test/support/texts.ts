import { globSync } from 'node:fs'

const strings = new URL('../../src/strings/', import.meta.url)

/** The texts of a language that are not functions. */
export async function textsIn(language: string): Promise<string[]> {
  if (language !== 'en')
    return flat((await import(new URL(`${language}/catalog.ts`, strings).href)).catalog as object)
  const files = globSync('*.ts', { cwd: strings })
  return flat(await Promise.all(files.map((file) => import(new URL(file, strings).href))))
}

function flat(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : []
}
