/** The town an address is in or near, where neither its postcode nor its town said so: typed, and chosen from what the browser offers. */
import { useEffect, useId, useState } from 'react'
import { townsLike } from '#features/place'
import { TextField } from '#ui/text-field'

export interface TownNearbyFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  /** It has just appeared because something is still to be said: the keyboard goes there. */
  focused?: boolean
}

/** One and the same function, so that React calls it only when the field comes and goes. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

export function TownNearbyField({ label, value, onChange, error, focused = false }: TownNearbyFieldProps) {
  const id = useId()
  const [suggestions, setSuggestions] = useState<readonly string[]>([])

  useEffect(() => {
    let isCurrent = true
    // Without the list of towns the field still takes what is typed.
    townsLike(value).then(
      (towns) => isCurrent && setSuggestions(towns),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [value])

  return (
    <>
      <TextField
        ref={focused ? takeFocus : undefined}
        label={label}
        list={id}
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        hint="Some bakers only deliver nearby, and we couldn’t locate this address."
        error={error}
      />
      <datalist id={id}>
        {suggestions.map((town) => (
          <option key={town} value={town} />
        ))}
      </datalist>
    </>
  )
}
