import { useState } from 'react'
import { folderText } from '../../../strings/assets.ts'
import { rootId } from './folder-queries.ts'
import { type Branch, Level, TreeItem, type TreeProps } from './tree-item.tsx'
import { onTreeKey } from './tree-keys.ts'

/** A folder tree that loads each level when it is expanded. */
export function FolderTree(props: TreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const around = new Set(props.around?.slice(0, -1).map(({ id }) => id))
  const isExpanded = (id: string) => toggled.get(id) ?? around.has(id)
  const toggle = (id: string) => setToggled((toggled) => new Map(toggled).set(id, !isExpanded(id)))
  const isShown = props.around?.at(-1)?.id === props.current
  const branch: Branch = {
    ...props,
    isExpanded,
    toggle,
    entryId: isShown && props.current ? props.current : rootId,
  }
  return (
    <div role="tree" aria-label={folderText.folders} onKeyDown={(event) => onTreeKey(event, toggle)}>
      <TreeItem folder={undefined} depth={0} branch={branch} />
      <Level parentId={rootId} depth={0} branch={branch} />
    </div>
  )
}
