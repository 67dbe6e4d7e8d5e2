/** A file, and the folders around it as it was given: the outermost first. */
export type FoundFile = { file: File; folders: string[] }

/** What systems put into folders for themselves. */
const systemFiles = ['.DS_Store', 'Thumbs.db', 'desktop.ini']

const isWanted = ({ file: { name, size } }: FoundFile) => !systemFiles.includes(name) && size > 0

/** Files and folders that were dropped. Call it in the event itself: afterwards the browser shows nothing more. */
export function droppedFiles({ items }: DataTransfer): Promise<FoundFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return filesOf(entries, [])
}

/** Files of a field; those of a folder say in which they are. */
export const chosenFiles = (files: readonly File[]): FoundFile[] =>
  files.map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) })).filter(isWanted)

async function filesOf(entries: readonly FileSystemEntry[], folders: string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const entry of entries) {
    if (isDirectory(entry)) found.push(...(await filesOf(await entriesOf(entry), [...folders, entry.name])))
    else found.push({ file: await fileOf(entry as FileSystemFileEntry), folders })
  }
  return found.filter(isWanted)
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Browsers give them in portions. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
