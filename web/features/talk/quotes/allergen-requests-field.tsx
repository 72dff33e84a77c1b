/** The allergens that a custom order must be free of, and for whom. */
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import {
  type AllergenRequest,
  allergenLabel,
  maxRequestLength,
  maxRequests,
  requestId,
  requestsFor,
  requestsMatching,
  withRequest,
  withTyped,
} from '#domain/orders/allergen-requests'
import { Autocomplete } from '#ui/autocomplete'
import { FieldGroup } from '#ui/field'
import { IconButton } from '#ui/icon-button'
import { TextField } from '#ui/text-field'

export interface AllergenRequestsFieldProps {
  value: readonly AllergenRequest[]
  onChange: (requests: readonly AllergenRequest[]) => void
  /** What is typed and not added yet. */
  typed: string
  onType: (text: string) => void
  error?: string | null | undefined
}

export function AllergenRequestsField({ value, onChange, typed, onType, error }: AllergenRequestsFieldProps) {
  const list = useRef<HTMLUListElement>(null)

  function add(request: AllergenRequest): void {
    // 'Shellfish' is two of the 14, of which one is chosen.
    const isTyped = requestsFor(typed).some((one) => requestId(one) === requestId(request))
    onChange(isTyped ? withTyped(value, typed) : withRequest(value, request))
    onType('')
    // The next question is for whom.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <FieldGroup legend="Allergens to avoid (optional)" error={error}>
      {value.length > 0 && (
        <ul ref={list} aria-label="Allergens to avoid" className="mb-3 grid gap-2">
          {value.map((request, index) => (
            <li
              key={requestId(request)}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded-control border border-line bg-raised py-1 pr-1 pl-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <span className="font-semibold wrap-anywhere">{allergenLabel(request)}</span>
              <TextField
                label={`For whom must it be free of ${allergenLabel(request)}?`}
                labelHidden
                placeholder="For whom? (optional)"
                maxLength={maxRequestLength}
                autoComplete="off"
                value={request.for ?? ''}
                onChange={(event) =>
                  onChange(value.map((one, n) => (n === index ? named(one, event.currentTarget.value) : one)))
                }
                inputClassName="h-11"
                className="max-sm:order-last max-sm:col-span-2 max-sm:pb-2 max-sm:-ml-2"
              />
              <IconButton
                icon={X}
                label={`Remove ${allergenLabel(request)}`}
                onClick={() => onChange(value.filter((one) => one !== request))}
              />
            </li>
          ))}
        </ul>
      )}
      {value.length < maxRequests && (
        <Autocomplete
          label="Add an allergen"
          labelHidden
          placeholder="Add nuts, eggs, kiwi…"
          maxLength={maxRequestLength}
          text={typed}
          onType={onType}
          suggestions={requestsMatching(typed, value)}
          suggestionText={allergenLabel}
          suggestionKey={requestId}
          onChoose={add}
          hint="The seller answers each of them before quoting a price, and you see the answers with it."
        >
          {(request) =>
            'other' in request ? (
              <>
                <Plus aria-hidden="true" className="size-4 text-berry" />
                {`Add “${request.other}”`}
              </>
            ) : (
              allergenLabel(request)
            )
          }
        </Autocomplete>
      )}
    </FieldGroup>
  )
}

/** The name is trimmed when it is sent, because a space may be on its way to a second name. */
function named(request: AllergenRequest, person: string): AllergenRequest {
  const { for: _, ...rest } = request
  return person === '' ? rest : { ...rest, for: person }
}
