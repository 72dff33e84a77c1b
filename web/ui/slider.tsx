/** A native range input in the style of the other sliders. */
import type { ComponentProps } from 'react'

declare module 'react' {
  interface CSSProperties {
    /** The share of the scale below the value, 0 to 1. */
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
