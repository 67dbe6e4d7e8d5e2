import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { useMe } from '../session.ts'
import { type KeptFile, takeKeptFiles } from './kept-files.ts'
import { keptTasks } from './kept-tasks.ts'
import { createUploads, type Uploads } from './queue.ts'

const Context = createContext<Uploads | undefined>(undefined)

const UploadDock = lazy(async () => ({ default: (await import('./upload-dock.tsx')).UploadDock }))

/** Uploads continue while the user navigates. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [uploads] = useState(createUploads)
  const list = useSyncExternalStore(uploads.subscribe, uploads.list)
  const isBusy = list.some(({ state }) => state === 'sending' || state === 'waiting')

  const { id: personId, companies } = useMe()
  const goOn = useEffectEvent((files: readonly KeptFile[]) => {
    const mine = files.filter(({ companyId }) => companies.some(({ id }) => id === companyId))
    if (mine.length > 0) uploads.addKept(keptTasks(mine))
  })

  useEffect(() => takeKeptFiles(personId, (files) => goOn(files)), [personId])
  // Signing out stops all uploads.
  useEffect(() => () => uploads.pause(), [uploads])
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
  useEffect(keepPage, [])

  return (
    <Context.Provider value={uploads}>
      {children}
      {list.length > 0 && (
        <Suspense>
          <UploadDock uploads={uploads} list={list} />
        </Suspense>
      )}
    </Context.Provider>
  )
}

export function useUploads(): Uploads {
  const uploads = useContext(Context)
  if (!uploads) throw new Error('Outside of UploadsProvider.')
  return uploads
}

/** A file dropped outside of a drop area must not replace the page. */
function keepPage() {
  const ignore = (event: DragEvent) => {
    if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
  return () => {
    window.removeEventListener('dragover', ignore)
    window.removeEventListener('drop', ignore)
  }
}
