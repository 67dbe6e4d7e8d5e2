import type { FromWorker, Preview, PreviewRequest, PreviewSetup, ToWorker } from './messages.ts'

export type Previewer = {
  /**
   * Draws a request. During a drawing, only the newest request waits; older requests are never drawn.
   */
  show(request: PreviewRequest): void
  close(): void
}

type Listener = { onPreview(preview: Preview): void; onError(message: string): void }

/** Starts a worker that fills and typesets the document, so that typing never waits for it. */
export function openPreviewer(setup: PreviewSetup, { onPreview, onError }: Listener): Previewer {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const send = (message: ToWorker) => worker.postMessage(message)
  let number = 0
  let isBusy = true
  let waiting: PreviewRequest | undefined

  function next() {
    isBusy = waiting !== undefined
    if (waiting) send({ number: ++number, request: waiting })
    waiting = undefined
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('isReady' in data) send({ setup })
    else if ('preview' in data) onPreview(data.preview)
    else onError(data.error)
    next()
  })
  worker.addEventListener('error', ({ message }) => onError(message))

  return {
    show(request) {
      waiting = request
      if (!isBusy) next()
    },
    close: () => worker.terminate(),
  }
}
