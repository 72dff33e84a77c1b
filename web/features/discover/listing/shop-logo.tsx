/** A shop's logo, or its initial. */
import { Picture } from '#ui/picture'
import { classNames } from '#web/ui/class-names.ts'

export interface ShopLogoProps {
  name: string
  logo: string | null
  /** Sets the size of the logo and of the initial. */
  className: string
}

export function ShopLogo({ name, logo, className }: ShopLogoProps) {
  const frame = classNames('shop-logo', className)
  if (logo) {
    return (
      <span className={frame}>
        <Picture source={logo} alt="" sizes="8rem" />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={classNames('bg-honey-pale', frame)}>
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  )
}
