/**
 * The parameters of the URL, and how to change them. The URL itself changes only when the data of the next page is there.
 * A second change before that would be made of the old URL, and undo the first. Here a change counts as soon as it is
 * asked for.
 */
import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

interface Requested {
  readonly pathname: string
  readonly parameters: URLSearchParams
  readonly isLoading: boolean
}

interface ChangeOptions {
  /** Whether the change replaces the entry in the history. Yes by default. */
  readonly replace?: boolean
  /** Shown before the handler returns, as for a field that is typed in. */
  readonly flushSync?: boolean
}

export type ChangeUrl = (edit: (parameters: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void

/** The last change in this tab. Only event handlers set it, so the server has none. */
let requested: Requested | null = null
const listeners = new Set<() => void>()

function request(next: Requested): void {
  requested = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const query = (parameters: URLSearchParams) => (parameters.size === 0 ? '' : `?${parameters}`)

/** What the URL of a page has, or will have after the change that is loading. */
export function useUrlParameters(): [parameters: URLSearchParams, change: ChangeUrl] {
  const [shown] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const asked = useSyncExternalStore(
    subscribe,
    () => requested,
    () => null,
  )
  const change: ChangeUrl = (edit, { replace = true, flushSync = false } = {}) => {
    const loading = requested?.isLoading && requested.pathname === pathname ? requested.parameters : null
    // React may not have rendered the latest URL yet.
    const parameters = edit(new URLSearchParams(loading ?? window.location.search))
    const mine: Requested = { pathname, parameters, isLoading: true }
    request(mine)
    const options = { replace, flushSync, preventScrollReset: true }
    void Promise.resolve(navigate({ search: query(parameters) }, options)).finally(() => {
      if (requested === mine) request({ ...mine, isLoading: false })
    })
  }
  // After it has loaded, the browser shows its URL before React renders it.
  const isAsked =
    asked?.pathname === pathname && (asked.isLoading || query(asked.parameters) === window.location.search)
  return [isAsked ? asked.parameters : shown, change]
}

/** Sets a parameter, or deletes it for null. */
export function withParameter(parameters: URLSearchParams, name: string, value: string | null): URLSearchParams {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
  return parameters
}
