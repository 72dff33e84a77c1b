/** A checkbox of the checkout that waits until what is above it has loaded. */
import { Checkbox, type CheckboxProps } from '#ui/checkbox'
import { Skeleton } from '#ui/skeleton'

interface ConfirmationProps extends CheckboxProps {
  checked: boolean
  /** Whether something above is loading. When it arrives, it moves what is below. */
  isMoving: boolean
}

/**
 * The browser drops a click on a checkbox that moves away between the press and the release. So it is not offered before
 * it has its place. One that is ticked stays.
 */
export function Confirmation({ isMoving, ...checkbox }: ConfirmationProps) {
  return isMoving && !checkbox.checked ? <Skeleton shape="field" className="block h-8" /> : <Checkbox {...checkbox} />
}
