/** A field for the nearest town, with suggestions. It is shown when postcode and town did not give coordinates. */
import { useEffect, useId, useState } from 'react'
import { suggestTowns } from '#features/place'
import { TextField } from '#ui/text-field'

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

export function TownNearbyField({ label, value, onChange, error, focused = false }: TownNearbyFieldProps) {
  const id = useId()
  const [suggestions, setSuggestions] = useState<readonly string[]>([])

  useEffect(() => {
    let isCurrent = true
    // Without the list of towns the field still accepts text.
    suggestTowns(value).then(
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
        hint="Some shops only deliver nearby, and we couldn’t locate this address."
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
