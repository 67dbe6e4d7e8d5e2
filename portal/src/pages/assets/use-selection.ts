import { useCallback, useMemo, useRef, useState } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'

export type Selection = {
  ids: ReadonlySet<string>
  toggle(id: string): void
  only(id: string): void
  /** Selects the range from the last selected item to this one. */
  extendTo(id: string, assets: readonly Asset[]): void
  all(assets: readonly Asset[]): void
  clear(): void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)

  const toggle = useCallback((id: string) => {
    anchor.current = id
    setIds((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])))
  }, [])

  const only = useCallback((id: string) => {
    anchor.current = id
    setIds(new Set([id]))
  }, [])

  const extendTo = useCallback((id: string, assets: readonly Asset[]) => {
    const to = assets.findIndex((asset) => asset.id === id)
    const from = assets.findIndex((asset) => asset.id === anchor.current)
    const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
    if (from < 0) anchor.current = id
    const range = assets.slice(first, last + 1).map((asset) => asset.id)
    setIds((ids) => new Set([...ids, ...range]))
  }, [])

  const all = useCallback(
    (assets: readonly Asset[]) => setIds((ids) => new Set([...ids, ...assets.map(({ id }) => id)])),
    [],
  )

  const clear = useCallback(() => setIds(new Set()), [])

  return useMemo(
    () => ({ ids, toggle, only, extendTo, all, clear }),
    [ids, toggle, only, extendTo, all, clear],
  )
}
