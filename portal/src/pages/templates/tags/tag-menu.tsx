import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { TemplateTag } from '../../../resources.gen.ts'
import { templateTagText as text } from '../../../strings/templates.ts'
import { TagForm } from './tag-form.tsx'
import classes from './tags.module.css'
import { useTrashTag } from './use-tag-changes.ts'

export function TagMenu({ tag }: { tag: TemplateTag }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const trash = useTrashTag()
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon
            className={classes.menu}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={text.actionsOf(tag.name)}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setIsRenaming(true)}>
            {text.rename}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => trash.mutate(tag)}>
            {text.trash}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TagForm opened={isRenaming} onClose={() => setIsRenaming(false)} tag={tag} />
    </>
  )
}
