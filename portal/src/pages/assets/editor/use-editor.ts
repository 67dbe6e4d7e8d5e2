import { useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import type { Point } from '../../../ui/focal-picker.tsx'
import {
  type Area,
  afterFlip,
  afterTurn,
  type Format,
  formatOf,
  growthOf,
  isWhole,
  movedArea,
  moves,
  nativeFormat,
  pixelsOf,
  pointInCrop,
  type QuickSize,
  quickSizes,
  ratioOf,
  type Shape,
  type Size,
  type Stand,
  shapedArea,
  turnedSize,
  unturned,
  whole,
} from './edit-state.ts'

export type SizeChoice = 'asIs' | 'custom' | QuickSize

export function useEditor(asset: Asset) {
  const own: Size = { width: asset.width!, height: asset.height! }
  const [stand, setStand] = useState<Stand>(unturned)
  const [area, setArea] = useState<Area>(whole)
  const [shape, setShape] = useState<Shape>('free')
  const [size, setSize] = useState<SizeChoice>('asIs')
  const [ownWidth, setOwnWidth] = useState<number>()
  const [format, setFormat] = useState<Format>(() => formatOf(asset))
  const [quality, setQuality] = useState(90)
  /** Relative to the image in its current orientation. */
  const [focus, setFocus] = useState<Point | undefined>(asset.focal_point ?? undefined)

  const picture = turnedSize(own, stand)
  const growth = growthOf(asset, own)
  const target = size === 'asIs' || size === 'custom' ? undefined : quickSizes[size]
  const ratio = target ? target.width / target.height : ratioOf(shape, picture)
  const crop = pixelsOf(area, picture, ratio)
  const most = Math.max(1, Math.round(crop.width * growth))
  const width = target?.width ?? (size === 'custom' ? ownWidth : undefined)
  const isTooWide = width !== undefined && width > most
  const result = target ?? {
    width: width ?? crop.width,
    height: width === undefined ? crop.height : Math.max(1, Math.round((crop.height * width) / crop.width)),
  }

  function turn(by: 90 | 270) {
    const next: Size = { width: picture.height, height: picture.width }
    const moved = movedArea(area, moves[by])
    // A selected aspect ratio is kept; the image's own ratio rotates with it.
    const kept = target || shape !== 'original' ? ratio : undefined
    setStand(afterTurn(stand, by))
    setArea(kept === undefined ? moved : shapedArea(moved, kept, next))
    setFocus(focus && moves[by](focus))
  }

  function flip(direction: 'horizontal' | 'vertical') {
    setStand(afterFlip(stand, direction))
    setArea(movedArea(area, moves[direction]))
    setFocus(focus && moves[direction](focus))
  }

  const reshape = (to: number) => setArea(shapedArea(area, to, picture))

  function chooseShape(to: Shape) {
    setShape(to)
    if (target) setSize('asIs')
    const wanted = ratioOf(to, picture)
    if (wanted !== undefined) reshape(wanted)
  }

  function chooseSize(to: SizeChoice) {
    setSize(to)
    if (to === 'custom') setOwnWidth(crop.width)
    if (to === 'asIs' || to === 'custom') return
    setShape('free')
    reshape(quickSizes[to].width / quickSizes[to].height)
  }

  function reset() {
    setStand(unturned)
    setArea(whole)
    setShape('free')
    setSize('asIs')
    setFormat(formatOf(asset))
    setQuality(90)
    setFocus(asset.focal_point ?? undefined)
  }

  const isCropped = !isWhole(crop, picture)
  const changesPicture =
    stand.rotate !== 0 ||
    stand.isMirrored ||
    isCropped ||
    result.width !== crop.width ||
    format !== nativeFormat(asset) ||
    (quality !== 90 && format !== 'png')
  const focal_point = (focus && pointInCrop(focus, crop, picture)) ?? null
  const changesFocus = focus?.x !== asset.focal_point?.x || focus?.y !== asset.focal_point?.y

  const edit = {
    ...(stand.rotate !== 0 && { rotate: stand.rotate }),
    ...(stand.isMirrored && { flip: 'horizontal' as const }),
    ...(isCropped && { crop }),
    ...(target ?? (result.width !== crop.width && { width: result.width })),
    format,
    ...(format !== 'png' && { quality }),
    focal_point,
  }

  return {
    ...{ stand, area, setArea, shape, chooseShape, size, chooseSize, ownWidth, setOwnWidth },
    ...{ format, setFormat, quality, setQuality, focus, setFocus },
    ...{ picture, crop, ratio, most, growth, target, isTooWide, result, edit },
    ...{ turn, flip, reset },
    /** Whether the result would differ from the current file. */
    changesPicture,
    changesFocus: changesPicture ? false : changesFocus,
    isFocusCutOff: focus !== undefined && focal_point === null,
  }
}

export type Editor = ReturnType<typeof useEditor>
