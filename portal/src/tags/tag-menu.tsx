import { Menu } from '@mantine/core'
import { IconArrowMerge, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { AssetTag, TemplateTag } from '../../../sdk/src/index.ts'
import { tagText as text } from '../strings/tags.ts'
import { MergeTag } from './merge-tag.tsx'
import { TagForm } from './tag-form.tsx'
import type { Tagged } from './tag-queries.ts'
import classes from './tags.module.css'
import { useTrashTag } from './use-tag-changes.ts'

type Props = {
  noun: Tagged
  tag: AssetTag | TemplateTag
  onGone(): void
}

/** The menu is mounted when it is opened, because a list has many menus. */
export function TagMenu(props: Props) {
  const { noun, tag, onGone } = props
  const [isUsed, setIsUsed] = useState(false)
  const [asking, setAsking] = useState<'rename' | 'merge'>()
  const of = { noun, tag, onClose: () => setAsking(undefined) }
  return (
    <>
      <Menu position="bottom-end" width={180} onOpen={() => setIsUsed(true)}>
        <Menu.Target>
          <button type="button" className={classes.menu} aria-label={text.actionsOf(tag.name)}>
            <IconDots size={16} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('rename')}>
            {text.rename}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => setAsking('merge')}>
            {text.merge}
          </Menu.Item>
          <TrashItem {...props} />
        </Menu.Dropdown>
      </Menu>
      {isUsed && (
        <>
          <TagForm {...of} opened={asking === 'rename'} />
          <MergeTag {...of} opened={asking === 'merge'} onGone={onGone} />
        </>
      )}
    </>
  )
}

function TrashItem({ noun, tag, onGone }: Props) {
  const trash = useTrashTag(noun, onGone)
  return (
    <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => trash.mutate(tag)}>
      {text.trash}
    </Menu.Item>
  )
}
