/**
 * A radio button or a checkbox whose whole label can be pressed. Its props are the input's, so that forms can register
 * it like any other field.
 */
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  type?: 'radio' | 'checkbox'
  /**
   * `card`: a box with the mark, for options that need a description. `row`: the mark and one line. `tile`: a box
   * without a mark. `chip`: a pill of one or two words. `star`: a picture alone.
   */
  look: 'card' | 'row' | 'tile' | 'chip' | 'star'
  /** Classes of the label. */
  className?: string
  children: ReactNode
}

export function Choice({ type = 'radio', look, className, children, ...rest }: ChoiceProps) {
  const hasMark = look === 'card' || look === 'row'
  return (
    <label className={classNames('choice', `choice-${look}`, className)}>
      <input {...rest} type={type} className={hasMark ? 'choice-mark' : 'choice-cover'} />
      <span className={classNames('min-w-0', hasMark ? 'grow' : 'pointer-events-none relative')}>{children}</span>
    </label>
  )
}
