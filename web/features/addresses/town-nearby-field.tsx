/** A field for the nearest town, with suggestions. It is shown when postcode and town did not give coordinates. */
import { TownListField } from '#features/towns'

export interface TownNearbyFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  /** Takes the focus when it appears. */
  focused?: boolean
}

/** A constant function, so that React calls it only on mount and unmount. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

export function TownNearbyField({ value, onChange, focused = false, ...field }: TownNearbyFieldProps) {
  return (
    <TownListField
      {...field}
      ref={focused ? takeFocus : undefined}
      text={value}
      onType={onChange}
      onChoose={onChange}
      hint="Some shops only deliver nearby, and we couldn’t locate this address."
    />
  )
}
