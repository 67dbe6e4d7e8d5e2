/** Outermost folder first. */
export type FoundFile = { file: File; folders: string[] }

/** Hidden files of operating systems. */
const systemFiles = ['.DS_Store', 'Thumbs.db', 'desktop.ini']

const isWanted = ({ file: { name } }: FoundFile) => !systemFiles.includes(name)

/** The dropped files and folders. Must be called during the event: browsers drop the data afterwards. */
export function droppedFiles({ items }: DataTransfer): Promise<FoundFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return filesOf(entries, [])
}

/** The files of an input. Files of a folder include their path. */
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

/** All entries of a directory, which browsers return in batches. */
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
