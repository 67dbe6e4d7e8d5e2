import { Button, Input, SegmentedControl } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { fillText as text } from '../../../../strings/renders.ts'
import { FocalPicker } from '../../../../ui/focal-picker.tsx'
import { optionsOf } from '../../../../ui/options.ts'
import { AssetPicker } from '../../../assets/asset-picker.tsx'
import { previewUrl } from '../../../assets/details/preview.tsx'
import { Thumbnail } from '../../../assets/thumbnail.tsx'
import type { ImageDraft } from '../draft.ts'
import { type FieldProps, frameOf, useSurroundings } from './field.tsx'
import classes from './fields.module.css'

const fits = ['cover', 'contain'] as const
const pictureWidth = 72

export function ImageField(props: FieldProps) {
  const { variable, id, value, onChange } = props
  const { label, default: preset, min_width: widthMin, folder_id: folderId } = variable
  const { assets } = useSurroundings()
  const [isPicking, setIsPicking] = useState(false)
  const [isFocusing, setIsFocusing] = useState(false)
  const chosen = imageOf(value)
  const asset = assets.find((one) => one.id === (chosen?.asset_id ?? preset))
  const url = chosen && asset && previewUrl(asset)
  const change = (part: Partial<ImageDraft>) => onChange({ ...chosen, ...part })
  const { id: _, ...frame } = frameOf(props, widthMin !== undefined && text.minWidth(widthMin))
  const presetFit = variable.fit === 'contain' ? 'contain' : 'cover'
  return (
    <Input.Wrapper {...frame} labelElement="div">
      <div className={classes.image}>
        <div className={classes.picture}>
          {asset ? (
            <Thumbnail asset={asset} width={pictureWidth} isEager />
          ) : (
            <span className={classes.empty}>
              <IconPhoto size={24} stroke={1.25} aria-hidden />
            </span>
          )}
        </div>
        <div className={classes.imageText}>
          <div className={classes.imageName}>
            {chosen ? (asset?.name ?? chosen.asset_id) : text.fromDocument}
          </div>
          <div className={classes.imageControls}>
            <Button
              id={id}
              size="compact-sm"
              variant="default"
              aria-label={chosen ? text.changeOf(label) : text.chooseOf(label)}
              onClick={() => setIsPicking(true)}
            >
              {chosen ? text.change : text.choose}
            </Button>
            {chosen && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={text.removeOf(label)}
                onClick={() => onChange(undefined)}
              >
                {text.remove}
              </Button>
            )}
          </div>
        </div>
      </div>
      {url !== undefined && (
        <>
          <div className={classes.imageControls}>
            <SegmentedControl
              size="xs"
              aria-label={text.fit(label)}
              data={optionsOf(text.fits, fits)}
              value={chosen?.fit ?? presetFit}
              onChange={(fit) => change({ fit: fit === 'contain' ? 'contain' : 'cover' })}
            />
            {(chosen?.fit ?? presetFit) === 'cover' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-expanded={isFocusing}
                aria-label={text.focalPointOf(label)}
                onClick={() => setIsFocusing(!isFocusing)}
              >
                {text.focalPoint}
              </Button>
            )}
          </div>
          {isFocusing && (chosen?.fit ?? presetFit) === 'cover' && (
            <div className={classes.focal}>
              <FocalPicker
                point={chosen?.focal_point ?? asset?.focal_point ?? undefined}
                onChange={(focal_point) => change({ focal_point })}
              >
                <img src={url} alt="" draggable={false} />
              </FocalPicker>
            </div>
          )}
        </>
      )}
      <AssetPicker
        opened={isPicking}
        onClose={() => setIsPicking(false)}
        title={text.pickTitle(label)}
        type="image"
        submit={text.pick}
        folderId={folderId}
        isSingle
        onPick={async ({ id: asset_id }) => onChange({ asset_id, ...(chosen?.fit && { fit: chosen.fit }) })}
      />
    </Input.Wrapper>
  )
}

const imageOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'asset_id' in value ? (value as ImageDraft) : undefined
