import { useEffect, useRef } from 'react'
import { type Stand, turnedSize } from './edit-state.ts'

type Props = {
  image: HTMLImageElement
  stand: Stand
  label: string
  className?: string | undefined
}

/** A rotated and mirrored image, drawn on a canvas so that its element has the displayed size. */
export function TurnedPicture({ image, stand, label, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { rotate, isMirrored } = stand
  const { width, height } = turnedSize({ width: image.naturalWidth, height: image.naturalHeight }, stand)
  useEffect(() => {
    const context = canvas.current!.getContext('2d')!
    context.clearRect(0, 0, width, height)
    context.save()
    context.translate(width / 2, height / 2)
    if (isMirrored) context.scale(-1, 1)
    context.rotate((rotate * Math.PI) / 180)
    context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
    context.restore()
  }, [image, rotate, isMirrored, width, height])
  return (
    <canvas ref={canvas} width={width} height={height} role="img" aria-label={label} className={className} />
  )
}
