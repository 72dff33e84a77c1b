/** The place while it is being chosen, before it is saved. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { blurred, type ChosenPlace } from '#domain/locations/chosen-place'
import { milesBetween, type Place } from '#domain/locations/distance'
import { MessageError, messageFor } from '#platform/message-for.ts'
import { lookUpPostcode } from './look-up-postcode.ts'
import { type Suggestion, suggest, suggestionProblem, suggestionText } from './suggestions.ts'
import { nearestTown, townLabel } from './towns.ts'

interface PlaceError {
  readonly source: 'text' | 'position'
  readonly message: string
}

/** A position farther than this from every known town is abroad or at sea. */
const maxTownMiles = 40
const abroadMessage = 'You seem to be outside the United Kingdom. Please enter the town where you want food.'

export interface PlaceDraft {
  readonly place: ChosenPlace
  readonly text: string
  readonly suggestions: readonly Suggestion[]
  /** Why none of the suggestions is the place that the text names. */
  readonly note: string | null
  readonly error: PlaceError | null
  readonly isLocating: boolean
  readonly isLookingUp: boolean
  changeRadius(miles: number): void
  changeText(text: string): void
  choose(suggestion: Suggestion): void
  moveTo(place: Place): void
  locate(): void
  resolve(): Promise<ChosenPlace | undefined>
}

export function usePlaceDraft(first: ChosenPlace, hasGeocoder: boolean): PlaceDraft {
  const [place, setPlace] = useState(first)
  // Responses may arrive late. Text typed or places chosen since then have priority.
  const latestRequest = useRef(0)
  const [text, setText] = useState(first.label)
  const [error, setError] = useState<PlaceError | null>(null)
  const lookUp = useMutation({ mutationFn: lookUpPostcode, networkMode: 'always' })
  const position = useMutation({ mutationFn: findPosition, networkMode: 'always' })
  // The field shows the chosen place. Only other text starts a search.
  const isResolved = text.trim() === '' || text === place.label
  const suggestions = isResolved ? [] : suggest(text, hasGeocoder)
  const note = isResolved ? null : suggestionProblem(text, hasGeocoder)

  function startRequest(): () => boolean {
    const request = ++latestRequest.current
    return () => request === latestRequest.current
  }

  function applyPlace({ lat, lon, label }: Place & { label: string }): ChosenPlace {
    const where = { ...blurred({ lat, lon }), label }
    setPlace(({ radiusMiles }) => ({ ...where, radiusMiles }))
    setText(label)
    setError(null)
    return { ...where, radiusMiles: place.radiusMiles }
  }

  async function applyPostcode(postcode: string): Promise<ChosenPlace | undefined> {
    const isCurrent = startRequest()
    try {
      const found = await lookUp.mutateAsync(postcode)
      return isCurrent() ? applyPlace(found) : undefined
    } catch (error) {
      if (isCurrent()) showError('text', error)
      return undefined
    }
  }

  function applySuggestion(suggestion: Suggestion): ChosenPlace | Promise<ChosenPlace | undefined> {
    if (suggestion.kind === 'postcode') return applyPostcode(suggestion.postcode)
    startRequest()
    const place = suggestion.kind === 'town' ? suggestion.town : suggestion.district
    return applyPlace({ ...place, label: suggestionText(suggestion) })
  }

  function locate(): void {
    const isCurrent = startRequest()
    setError(null)
    position.mutate(undefined, {
      onSuccess(found) {
        if (!isCurrent()) return
        const town = nearestTown(found)
        if (milesBetween(found, town) > maxTownMiles) setError({ source: 'position', message: abroadMessage })
        else applyPlace({ ...found, label: townLabel(town) })
      },
      onError: (error) => isCurrent() && showError('position', error),
    })
  }

  function showError(source: PlaceError['source'], error: unknown): void {
    setError({ source, message: messageFor(error, 'Something went wrong. Please try again.') })
  }

  return {
    place,
    text,
    suggestions,
    note,
    error,
    isLocating: position.isPending,
    isLookingUp: lookUp.isPending,
    changeRadius: (radiusMiles) => setPlace((current) => ({ ...current, radiusMiles })),
    changeText(next) {
      startRequest()
      setText(next)
      const isFinished = next.trim().length > 2 && suggest(next, hasGeocoder).length === 0
      const message = isFinished ? suggestionProblem(next, hasGeocoder) : null
      setError(message ? { source: 'text', message } : null)
    },
    choose: (suggestion) => void applySuggestion(suggestion),
    moveTo(next) {
      startRequest()
      applyPlace({ ...next, label: townLabel(nearestTown(next)) })
    },
    locate,
    async resolve() {
      if (isResolved) return place
      const [best] = suggestions
      if (best && note === null) return applySuggestion(best)
      setError({ source: 'text', message: note ?? 'Please choose a location.' })
      return undefined
    },
  }
}

const timeoutMs = 10_000

/** @throws MessageError */
function findPosition(): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new MessageError(messages.unavailable))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      (error) => reject(new MessageError(messageOf(error), { cause: error })),
      { timeout: timeoutMs, enableHighAccuracy: false },
    )
  })
}

const messages = {
  denied: 'Your browser is not sharing your location. Allow it in the browser’s settings, or enter your town.',
  unavailable: 'Your device could not find its location. Please enter your town.',
  timeout: 'Finding your location took too long. Please try again, or enter your town.',
}

function messageOf(error: GeolocationPositionError): string {
  if (error.code === error.PERMISSION_DENIED) return messages.denied
  return error.code === error.TIMEOUT ? messages.timeout : messages.unavailable
}
