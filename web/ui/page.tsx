/** The container of a page. `narrow` is for one form, `reading` for a text or a form with sections, `medium` and `wide` for lists. */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export interface PageProps extends ComponentProps<'div'> {
  width?: 'narrow' | 'reading' | 'medium' | 'wide' | 'full'
  as?: 'div' | 'article'
}

export function Page({ width = 'full', as: Element = 'div', className, ...rest }: PageProps) {
  return <Element {...rest} className={classNames('page', width !== 'full' && `page-${width}`, className)} />
}
