/** One value on a scale, by pointer, touch or keyboard: the browser's own slider, drawn like our others. */
import type { ComponentProps } from 'react'

declare module 'react' {
  interface CSSProperties {
    /** How much of the scale lies below the value, 0 to 1. */
    '--share'?: number
  }
}

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'style'> {
  min: number
  max: number
  value: number
}

export function Slider({ min, max, value, ...rest }: SliderProps) {
  const share = (value - min) / (max - min)
  return (
    <input
      {...rest}
      type="range"
      min={min}
      max={max}
      value={value}
      className="slider"
      style={{ '--share': Math.min(Math.max(share, 0), 1) }}
    />
  )
}
