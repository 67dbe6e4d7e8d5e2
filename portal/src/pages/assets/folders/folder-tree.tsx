import { useEffect, useState } from 'react'
import { folderText } from '../../../strings/assets.ts'
import { rootId } from './folder-queries.ts'
import classes from './folders.module.css'
import { type Branch, Level, TreeItem, type TreeProps } from './tree-item.tsx'
import { onTreeKey } from './tree-keys.ts'

/** A folder tree that loads each level when it is expanded. */
export function FolderTree(props: TreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isExpanded = (id: string) => toggled.get(id) ?? false
  const above =
    props.around
      ?.slice(0, -1)
      .map(({ id }) => id)
      .join(' ') ?? ''
  // Expanded ancestors of a folder stay expanded when another folder is opened.
  useEffect(() => {
    if (above !== '')
      setToggled((toggled) => new Map([...toggled, ...above.split(' ').map((id) => [id, true] as const)]))
  }, [above])
  const toggle = (id: string) => setToggled((toggled) => new Map(toggled).set(id, !isExpanded(id)))
  const isShown = props.around?.at(-1)?.id === props.current
  const branch: Branch = {
    ...props,
    isExpanded,
    toggle,
    entryId: isShown && props.current ? props.current : rootId,
  }
  return (
    <div className={classes.treeBox}>
      <div
        role="tree"
        aria-label={folderText.folders}
        className={classes.tree}
        onKeyDown={(event) => onTreeKey(event, toggle)}
      >
        <TreeItem folder={undefined} depth={0} branch={branch} />
        <Level parentId={rootId} depth={0} branch={branch} />
      </div>
    </div>
  )
}
