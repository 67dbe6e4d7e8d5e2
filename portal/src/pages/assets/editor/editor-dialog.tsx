import { ActionIcon, Group, Loader, Modal, SegmentedControl, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconFlipHorizontal,
  IconFlipVertical,
  IconRotate2,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import { useState } from 'react'
import ReactCrop from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { assetText } from '../../../strings/assets.ts'
import { editorText as text } from '../../../strings/editor.ts'
import { uiText } from '../../../strings/ui.ts'
import { center, FocalPicker } from '../../../ui/focal-picker.tsx'
import { previewUrl } from '../details/preview.tsx'
import { type Shape, shapes } from './edit-state.ts'
import classes from './editor.module.css'
import { inDialog, SaveForm } from './save-form.tsx'
import { TurnedPicture } from './turned-picture.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { useImage } from './use-image.ts'

type Mode = 'crop' | 'focus'

/** Window width up to which the settings are below the picture. */
const narrow = '(max-width: 48em)'

type Props = { asset: Asset; onClose(): void; onCopied(copy: Asset): void }

/** The server creates the edited image. */
export function EditorDialog({ asset, onClose, onCopied }: Props) {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  const editor = useEditor(asset)
  const [mode, setMode] = useState<Mode>('crop')
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.title(asset.name)}
      size="72rem"
      fullScreen={isNarrow === true}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': uiText.close }}
      classNames={{ title: classes.title!, body: classes.body! }}
      // Stops keys of the full view behind the dialog, such as those for the next asset.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={classes.side}>
        <SegmentedControl
          size="xs"
          aria-label={text.mode}
          data={(['crop', 'focus'] as const).map((value) => ({ value, label: text.modes[value] }))}
          value={mode}
          onChange={(value) => setMode(value as Mode)}
        />
        <Picture asset={asset} editor={editor} mode={mode} />
        {mode === 'crop' ? (
          <Tools editor={editor} />
        ) : (
          <Text size="sm" c="dimmed" ta="center" className={classes.hint}>
            {editor.isFocusCutOff ? text.focusCutOff : text.focusHint}
          </Text>
        )}
      </div>
      <SaveForm asset={asset} editor={editor} onClose={onClose} onCopied={onCopied} />
    </Modal>
  )
}

function Picture({ asset, editor, mode }: { asset: Asset; editor: Editor; mode: Mode }) {
  const { image, isFailed } = useImage(previewUrl(asset)!)
  if (isFailed)
    return (
      <div className={classes.stage} role="alert">
        {text.loadFailed}
      </div>
    )
  if (!image)
    return (
      <div className={classes.stage} aria-busy>
        <Loader aria-label={uiText.loading} />
      </div>
    )
  const label = asset.alt_text ?? assetText.preview(asset.name)
  const picture = (
    <TurnedPicture image={image} stand={editor.stand} label={label} className={classes.picture} />
  )
  return (
    <div className={classes.stage}>
      {mode === 'focus' ? (
        <FocalPicker point={editor.focus ?? center} onChange={editor.setFocus} hasFocus>
          {picture}
        </FocalPicker>
      ) : (
        <ReactCrop
          className={classes.crop!}
          crop={{ unit: '%', ...editor.area }}
          {...(editor.ratio !== undefined && { aspect: editor.ratio })}
          keepSelection
          ruleOfThirds
          ariaLabels={text.cropAreas}
          onChange={(_, { x, y, width, height }) => editor.setArea({ x, y, width, height })}
        >
          {picture}
        </ReactCrop>
      )}
    </div>
  )
}

function Tools({ editor }: { editor: Editor }) {
  const { shape, chooseShape, turn, flip, reset } = editor
  const tools = [
    { label: text.rotateLeft, Icon: IconRotate2, act: () => turn(270) },
    { label: text.rotateRight, Icon: IconRotateClockwise2, act: () => turn(90) },
    { label: text.flipHorizontal, Icon: IconFlipHorizontal, act: () => flip('horizontal') },
    { label: text.flipVertical, Icon: IconFlipVertical, act: () => flip('vertical') },
    { label: text.reset, Icon: IconArrowBackUp, act: reset },
  ]
  return (
    <Group gap="xs" className={classes.tools}>
      <Select
        size="xs"
        w={120}
        aria-label={text.shape}
        data={shapes.map((value) => ({ value, label: text.shapes[value] }))}
        value={shape}
        allowDeselect={false}
        comboboxProps={inDialog}
        onChange={(value) => chooseShape(value as Shape)}
      />
      {tools.map(({ label, Icon, act }) => (
        <ActionIcon key={label} variant="default" size={36} aria-label={label} title={label} onClick={act}>
          <Icon size={18} />
        </ActionIcon>
      ))}
    </Group>
  )
}
