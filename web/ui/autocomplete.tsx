/** A text field with suggestions below it. Enter chooses the first, arrow keys the others. */
import { Autocomplete as BaseAutocomplete } from '@base-ui/react/autocomplete'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'

type InputProps = Pick<ComponentProps<'input'>, 'placeholder' | 'maxLength' | 'onBlur' | 'onFocus' | 'ref'>

export interface AutocompleteProps<Item> extends FieldTexts, InputProps {
  text: string
  onType: (text: string) => void
  suggestions: readonly Item[]
  /** The text of a suggestion in the field. */
  suggestionText: (suggestion: Item) => string
  suggestionKey: (suggestion: Item) => string
  onChoose: (suggestion: Item) => void
  /** A line above the suggestions. */
  note?: string | null
  /** Pixels at the bottom of the window that the list leaves free: a bar of buttons there stays in reach. */
  freeBelow?: number
  /** At the start of the field. */
  icon?: LucideIcon
  /** The content of a suggestion's line. */
  children: (suggestion: Item) => ReactNode
}

export function Autocomplete<Item>({
  text,
  onType,
  suggestions,
  suggestionText,
  suggestionKey,
  onChoose,
  note,
  freeBelow = 5,
  icon: Icon,
  children,
  label,
  labelHidden,
  hint,
  error,
  ...input
}: AutocompleteProps<Item>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Field {...{ label, labelHidden, hint, error }}>
      {(control) => (
        <BaseAutocomplete.Root
          items={suggestions}
          mode="none"
          autoHighlight
          // An open list hides the rest of the form from screen readers, even if it is empty.
          open={isOpen && suggestions.length > 0}
          onOpenChange={(next) => setOpen(next)}
          value={text}
          itemToStringValue={suggestionText}
          onValueChange={(next, { reason }) => {
            if (reason !== 'item-press') onType(next)
          }}
        >
          <span className="relative block">
            {Icon && (
              <Icon
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-soft"
              />
            )}
            <BaseAutocomplete.Input
              {...input}
              {...control}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              className={classNames('field', Icon && 'pl-11.5')}
            />
          </span>
          <BaseAutocomplete.Portal>
            <BaseAutocomplete.Positioner
              sideOffset={6}
              collisionPadding={{ top: 5, right: 5, left: 5, bottom: freeBelow }}
              className="z-60 outline-none"
            >
              <BaseAutocomplete.Popup className="popup w-(--anchor-width)">
                {note && (
                  <BaseAutocomplete.Status className="px-3 py-2 text-sm text-pretty text-ink-soft">
                    {note}
                  </BaseAutocomplete.Status>
                )}
                <BaseAutocomplete.List>
                  {(suggestion: Item) => (
                    <BaseAutocomplete.Item
                      key={suggestionKey(suggestion)}
                      value={suggestion}
                      onClick={() => onChoose(suggestion)}
                      className="popup-item"
                    >
                      {children(suggestion)}
                    </BaseAutocomplete.Item>
                  )}
                </BaseAutocomplete.List>
              </BaseAutocomplete.Popup>
            </BaseAutocomplete.Positioner>
          </BaseAutocomplete.Portal>
        </BaseAutocomplete.Root>
      )}
    </Field>
  )
}
