import { useCallback, useEffect, useRef, useState } from 'react'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { type KitFile, kitFiles, safe } from './kit-files.ts'

const atOnceMax = 4

export type ZipRow = { id: string; label: string; state: 'waiting' | 'done' | 'failed'; error?: Error }
export type Zipping = {
  state: 'fetching' | 'zipping' | 'saved' | 'failed'
  rows: ZipRow[]
  /** The reason why there is no zip, if it does not concern one of the files. */
  error?: Error
}

/** Downloads every file of a kit and saves them as one zip. If one file fails, no zip is created. */
export function useZip(kit: BrandKit) {
  const company = useCompany()
  const [zipping, setZipping] = useState<Zipping>({ state: 'fetching', rows: [] })
  const running = useRef<AbortController>(null)
  const latest = useRef({ company, kit })
  latest.current = { company, kit }
  const name = `${safe(kit.name)}.zip`

  const start = useCallback(() => {
    running.current?.abort()
    const run = new AbortController()
    const { signal } = run
    running.current = run
    const files = kitFiles(latest.current.company, latest.current.kit)
    const rows: ZipRow[] = files.map(({ id, label }) => ({ id, label, state: 'waiting' }))
    const show = (state: Zipping['state'], error?: Error) => {
      if (!signal.aborted) setZipping({ state, rows: [...rows], ...(error && { error }) })
    }
    show('fetching')
    const set = (place: number, row: Partial<ZipRow>) => {
      rows[place] = { ...rows[place]!, ...row }
      show('fetching')
    }
    void fetchAll(files, signal, set)
      .then(async (fetched) => {
        if (rows.some(({ state }) => state === 'failed')) return show('failed')
        show('zipping')
        const zip = await zipOf(safe(latest.current.kit.name), fetched)
        if (signal.aborted) return
        saveFile(zip, `${safe(latest.current.kit.name)}.zip`)
        show('saved')
      })
      .catch((error: Error) => show('failed', error))
  }, [])

  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [start])

  return { ...zipping, name, start }
}

type Fetched = Awaited<ReturnType<KitFile['fetch']>>

/** Fetches a few files at once. Continues after an error, so that all failures are reported. */
async function fetchAll(
  files: KitFile[],
  signal: AbortSignal,
  set: (place: number, row: Partial<ZipRow>) => void,
): Promise<Fetched[]> {
  const fetched: Fetched[] = []
  const waiting = files.entries()
  const work = async () => {
    for (const [place, file] of waiting) {
      if (signal.aborted) return
      try {
        fetched[place] = await file.fetch(signal)
        set(place, { state: 'done' })
      } catch (error) {
        set(place, { state: 'failed', error: error as Error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
  return fetched
}

async function zipOf(folder: string, fetched: Fetched[]): Promise<Blob> {
  const { downloadZip } = await import('client-zip')
  const lastModified = new Date()
  const entries = fetched.map(({ path, content }) => ({
    name: `${folder}/${path}`,
    input: content,
    lastModified,
  }))
  return downloadZip(entries).blob()
}
