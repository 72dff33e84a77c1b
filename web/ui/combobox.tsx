/** A field for one of many names. Typing filters the list, and can add a name to it. */
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronDown, Plus } from 'lucide-react'
import { Field, type FieldTexts } from './field.tsx'

export interface ComboboxProps extends FieldTexts {
  names: readonly string[]
  /** The chosen name; empty for none. */
  value: string
  onValueChange: (name: string) => void
  /** What is typed. */
  onType: (text: string) => void
  /** A name to offer that is not in the list. */
  newName?: string | undefined
  placeholder?: string
  /** The accessible name of the button that opens the list. */
  openLabel: string
  /** Shown if no name matches. */
  emptyText: string
}

export function Combobox({
  names,
  value,
  onValueChange,
  onType,
  newName,
  placeholder,
  openLabel,
  emptyText,
  ...texts
}: ComboboxProps) {
  return (
    <Field {...texts}>
      {(control) => (
        <BaseCombobox.Root
          items={newName === undefined ? names : [...names, newName]}
          value={value || null}
          onValueChange={(name) => onValueChange(name ?? '')}
          onInputValueChange={onType}
        >
          <div className="relative">
            <BaseCombobox.Input {...control} placeholder={placeholder} autoComplete="off" className="field pr-11" />
            <BaseCombobox.Trigger
              aria-label={openLabel}
              className="absolute top-1/2 right-1.5 grid size-9 -translate-y-1/2 place-items-center rounded-lg text-ink-soft"
            >
              <ChevronDown aria-hidden="true" className="size-4" />
            </BaseCombobox.Trigger>
          </div>
          <BaseCombobox.Portal>
            <BaseCombobox.Positioner sideOffset={4} className="z-60 outline-none">
              <BaseCombobox.Popup className="popup max-h-72 w-(--anchor-width)">
                <BaseCombobox.Empty className="px-3 py-2 text-sm text-ink-soft empty:hidden">
                  {emptyText}
                </BaseCombobox.Empty>
                <BaseCombobox.List>
                  {(name: string) => (
                    <BaseCombobox.Item key={name} value={name} className="popup-item">
                      <span className="grid size-4 place-items-center text-berry">
                        {name === newName ? (
                          <Plus aria-hidden="true" className="size-4" />
                        ) : (
                          <BaseCombobox.ItemIndicator>
                            <Check aria-hidden="true" className="size-4" />
                          </BaseCombobox.ItemIndicator>
                        )}
                      </span>
                      {name === newName ? `Add "${name}"` : name}
                    </BaseCombobox.Item>
                  )}
                </BaseCombobox.List>
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </Field>
  )
}
