/** A slider with two thumbs. The range is committed when a thumb is released. */
import { Slider } from '@base-ui/react/slider'

export type Range = readonly [low: number, high: number]

export interface RangeSliderProps {
  /** The labels of the thumbs: 'Lowest price', 'Highest price'. */
  thumbLabels: readonly [string, string]
  min: number
  max: number
  step?: number
  value: Range
  onValueChange: (range: Range) => void
  onValueCommitted: (range: Range) => void
  /** Formats a value, such as '£5'. */
  format: (value: number) => string
}

const thumbStyle =
  'size-6 cursor-grab rounded-full border-2 border-berry bg-raised shadow-rest active:cursor-grabbing has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry'

export function RangeSlider({
  thumbLabels,
  value,
  onValueChange,
  onValueCommitted,
  format,
  ...bounds
}: RangeSliderProps) {
  return (
    <Slider.Root
      {...bounds}
      value={value}
      thumbCollisionBehavior="none"
      onValueChange={(next) => onValueChange(asRange(next))}
      onValueCommitted={(next) => onValueCommitted(asRange(next))}
      className="px-3"
    >
      <Slider.Control className="flex h-11 touch-none items-center">
        <Slider.Track className="h-1.5 w-full rounded-full bg-ink/15">
          <Slider.Indicator className="rounded-full bg-berry" />
          {thumbLabels.map((label, index) => (
            <Slider.Thumb
              key={label}
              index={index}
              getAriaLabel={() => label}
              getAriaValueText={(_, thumbValue) => format(thumbValue)}
              className={thumbStyle}
            />
          ))}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}

function asRange(value: number | readonly number[]): Range {
  const [low = 0, high = 0] = typeof value === 'number' ? [value, value] : value
  return [low, high]
}
