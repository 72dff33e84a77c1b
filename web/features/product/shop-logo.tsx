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
  const frame = classNames('shrink-0 overflow-hidden rounded-full border border-line bg-card', className)
  if (logo) {
    return (
      <span className={classNames('block', frame)}>
        <Picture source={logo} alt="" sizes="8rem" />
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        frame,
        'grid place-items-center bg-honey-pale! font-display text-2xl font-semibold text-honey-deep',
      )}
    >
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  )
}
