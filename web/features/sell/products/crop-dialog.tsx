/** Crops a picture to a square, moved by dragging or the arrow keys and sized by a zoom slider. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { centredSquare, frameOf, maxZoom, type SquareCrop } from '#features/account/uploads'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { Field } from '#ui/field'
import { Slider } from '#ui/slider'

export interface CropDialogProps {
  file: File
  onClose: () => void
  onCrop: (crop: SquareCrop) => void
}

interface LoadedPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** The step of an arrow key, as a fraction of the square's side. */
const keyStep = 0.04

export function CropDialog({ file, onClose, onCrop }: CropDialogProps) {
  const picture = useLoadedPicture(file)
  const [crop, setCrop] = useState(centredSquare)
  const drag = useRef<{ x: number; y: number; crop: SquareCrop } | null>(null)
  const frame = picture && frameOf(picture, Number.MAX_SAFE_INTEGER, crop)

  /** @param right, down the distance to move, as fractions of the square's side */
  function moveCrop(from: SquareCrop, right: number, down: number): SquareCrop {
    if (!picture || !frame) return from
    const next = {
      ...from,
      x: from.x + (right * frame.width) / picture.width,
      y: from.y + (down * frame.height) / picture.height,
    }
    // Clamped to the picture, so that dragging back starts at the edge.
    const { left, top, width } = frameOf(picture, Number.MAX_SAFE_INTEGER, next)
    return { ...next, x: (left + width / 2) / picture.width, y: (top + width / 2) / picture.height }
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, crop }
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!drag.current) return
    const side = event.currentTarget.clientWidth
    setCrop(
      moveCrop(drag.current.crop, (drag.current.x - event.clientX) / side, (drag.current.y - event.clientY) / side),
    )
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = arrows[event.key]
    if (!direction) return
    event.preventDefault()
    setCrop(moveCrop(crop, direction[0] * keyStep, direction[1] * keyStep))
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Crop picture"
      description="Drag the picture to choose the part to show."
    >
      <div
        role="application"
        aria-label="Crop area; use the arrow keys to move it"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null
        }}
        onPointerCancel={() => {
          drag.current = null
        }}
        onKeyDown={onKeyDown}
        className="relative mx-auto aspect-square w-full max-w-80 cursor-move touch-none overflow-hidden rounded-2xl bg-paper-deep"
      >
        {picture && frame && (
          <img
            src={picture.url}
            alt=""
            draggable={false}
            className="absolute max-w-none select-none"
            style={{
              width: `${(picture.width / frame.width) * 100}%`,
              left: `${(-frame.left / frame.width) * 100}%`,
              top: `${(-frame.top / frame.height) * 100}%`,
            }}
          />
        )}
      </div>
      <Field label="Zoom" className="mt-5">
        {(control) => (
          <Slider
            {...control}
            min={1}
            max={maxZoom}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => setCrop({ ...crop, zoom: Number(event.currentTarget.value) })}
          />
        )}
      </Field>
      <DialogActions>
        <Button size="lg" onClick={() => onCrop(crop)}>
          Crop picture
        </Button>
        <Button variant="secondary" size="lg" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useLoadedPicture(file: File): LoadedPicture | null {
  const [loaded, setLoaded] = useState<LoadedPicture | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    image.onload = () => setLoaded({ url, width: image.naturalWidth, height: image.naturalHeight })
    image.src = url
    return () => {
      image.onload = null
      URL.revokeObjectURL(url)
    }
  }, [file])
  return loaded
}
