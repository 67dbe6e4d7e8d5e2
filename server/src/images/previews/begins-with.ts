import { open } from 'node:fs/promises'

/** Whether a file begins with these bytes, in Latin-1. */
export async function beginsWith(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(text.length), 0, text.length, 0)
    return buffer.toString('latin1') === text
  } finally {
    await file.close()
  }
}

export const isPdf = (path: string) => beginsWith(path, '%PDF-')
