import { useEffect, useState } from 'react'
import type { Preview, PreviewRequest, PreviewSetup } from './messages.ts'
import { openPreviewer, type Previewer } from './previewer.ts'

export type Previewing = { preview: Preview | undefined; error: string | undefined; isBusy: boolean }

/**
 * Previews values in a separate worker while the page is open.
 * @param setup must keep its identity while its content is the same, like `request`.
 */
export function usePreview(setup: PreviewSetup | undefined, request: PreviewRequest | undefined): Previewing {
  const [previewer, setPreviewer] = useState<Previewer>()
  const [preview, setPreview] = useState<Preview>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(true)

  useEffect(() => {
    if (!setup) return
    const opened = openPreviewer(setup, {
      onPreview(preview) {
        setPreview(preview)
        setError(undefined)
        setIsBusy(false)
      },
      onError(message) {
        setError(message)
        setIsBusy(false)
      },
    })
    setPreviewer(opened)
    return () => opened.close()
  }, [setup])

  useEffect(() => {
    if (!previewer || !request) return
    setIsBusy(true)
    previewer.show(request)
  }, [previewer, request])

  return { preview, error, isBusy }
}
