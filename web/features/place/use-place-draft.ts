/** The place as it is being chosen, before it is saved. */
import { useRef, useState } from 'react'
import { blurred, type ChosenPlace } from '#domain/chosen-place'
import { milesBetween, type Place } from '#domain/distance'
import { findPosition, PositionError } from './find-position.ts'
import { lookUpPostcode, PostcodeError } from './look-up-postcode.ts'
import { type Suggestion, suggest, whyNothing } from './suggestions.ts'
import { nearestTown, townLabel } from './towns.ts'

export interface Problem {
  readonly of: 'text' | 'position'
  readonly message: string
}

/** Beyond this from every town we know, somebody is abroad or at sea. */
const farthestMiles = 40
const abroad = 'You seem to be outside the United Kingdom. Please enter the town where you want food.'

export interface PlaceDraft {
  readonly place: ChosenPlace
  readonly text: string
  readonly suggestions: readonly Suggestion[]
  readonly problem: Problem | null
  readonly isLocating: boolean
  readonly isLookingUp: boolean
  changeRadius(miles: number): void
  type(text: string): void
  choose(suggestion: Suggestion): void
  moveTo(place: Place): void
  locate(): void
  /** What to save; undefined while something is to be put right. */
  settle(): Promise<ChosenPlace | undefined>
}

export function usePlaceDraft(first: ChosenPlace, hasGeocoder: boolean): PlaceDraft {
  const [place, setPlace] = useState(first)
  // Answers may come late: what has been typed or chosen since then counts for more.
  const latestQuestion = useRef(0)
  const [text, setText] = useState(first.label)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isLocating, setLocating] = useState(false)
  const [isLookingUp, setLookingUp] = useState(false)
  // What was chosen stands in the field too: only what differs from it asks for something else.
  const isSettled = text.trim() === '' || text === place.label
  const suggestions = isSettled ? [] : suggest(text, hasGeocoder)

  function ask(): () => boolean {
    const question = ++latestQuestion.current
    return () => question === latestQuestion.current
  }

  function take({ lat, lon, label }: Place & { label: string }): ChosenPlace {
    const where = { ...blurred({ lat, lon }), label }
    setPlace(({ radiusMiles }) => ({ ...where, radiusMiles }))
    setText(label)
    setProblem(null)
    return { ...where, radiusMiles: place.radiusMiles }
  }

  async function takePostcode(postcode: string): Promise<ChosenPlace | undefined> {
    const isCurrent = ask()
    setLookingUp(true)
    try {
      const found = await lookUpPostcode(postcode)
      return isCurrent() ? take(found) : undefined
    } catch (error) {
      if (!(error instanceof PostcodeError)) throw error
      if (isCurrent()) setProblem({ of: 'text', message: error.message })
      return undefined
    } finally {
      setLookingUp(false)
    }
  }

  function takeSuggestion(suggestion: Suggestion): ChosenPlace | Promise<ChosenPlace | undefined> {
    if (suggestion.kind === 'postcode') return takePostcode(suggestion.postcode)
    ask()
    return take({ ...suggestion.town, label: townLabel(suggestion.town) })
  }

  async function locate() {
    const isCurrent = ask()
    setLocating(true)
    setProblem(null)
    try {
      const position = await findPosition()
      if (!isCurrent()) return
      const town = nearestTown(position)
      if (milesBetween(position, town) > farthestMiles) setProblem({ of: 'position', message: abroad })
      else take({ ...position, label: townLabel(town) })
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
      if (isCurrent()) setProblem({ of: 'position', message: error.message })
    } finally {
      setLocating(false)
    }
  }

  return {
    place,
    text,
    suggestions,
    problem,
    isLocating,
    isLookingUp,
    changeRadius: (radiusMiles) => setPlace((current) => ({ ...current, radiusMiles })),
    type(next) {
      ask()
      setText(next)
      const isFinished = next.trim().length > 2
      const message = isFinished ? whyNothing(next, hasGeocoder) : null
      setProblem(message ? { of: 'text', message } : null)
    },
    choose: (suggestion) => void takeSuggestion(suggestion),
    moveTo(next) {
      ask()
      take({ ...next, label: townLabel(nearestTown(next)) })
    },
    locate: () => void locate(),
    async settle() {
      if (isSettled) return place
      const [best] = suggestions
      if (best) return takeSuggestion(best)
      setProblem({ of: 'text', message: whyNothing(text, hasGeocoder) ?? 'Please choose a place.' })
      return undefined
    },
  }
}
