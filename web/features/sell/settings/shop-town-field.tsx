/** The town or district in which the food is made, chosen from a list. Buyers see only its name. */
import { TownListField } from '#features/discover/location'

/** The typed text, and the place once one is chosen. */
interface TypedTown {
  text: string
  place: { lat: number; lon: number } | null
}

export interface ShopTownFieldProps {
  value: TypedTown
  onChange: (value: TypedTown) => void
  onBlur?: () => void
  error?: string | undefined
}

export function ShopTownField({ value, onChange, onBlur, error }: ShopTownFieldProps) {
  const choose = (text: string, { lat, lon }: { lat: number; lon: number }) => onChange({ text, place: { lat, lon } })
  return (
    <TownListField
      label="Town or district"
      hint="This helps people nearby find you. Your shop page shows only the rough area, never your street."
      placeholder="For example, Ely"
      text={value.text}
      error={error}
      onType={(text) => onChange({ text, place: null })}
      onChoose={choose}
      onBlur={(typed) => {
        if (typed && !value.place) choose(typed.label, typed.town)
        onBlur?.()
      }}
    />
  )
}
