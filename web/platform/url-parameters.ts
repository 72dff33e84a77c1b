/**
 * The parameters of the URL, and how to change them. The URL itself changes only when the data of the next page is there.
 * A second change before that would be made of the old URL, and undo the first. Here a change counts as soon as it is
 * asked for.
 */
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { createStore, useStore } from './create-store.ts'

interface Requested {
  readonly pathname: string
  readonly parameters: URLSearchParams
  readonly isLoading: boolean
}

/** @param replace whether the change replaces the entry in the history; yes by default */
export type ChangeUrl = (edit: (parameters: URLSearchParams) => URLSearchParams, replace?: boolean) => void

/** The last change in this tab. Only event handlers set it, so the server has none. */
const requested = createStore<Requested | null>(null)

/** What the URL of a page has, or will have after the change that is loading. */
export function useUrlParameters(): [parameters: URLSearchParams, change: ChangeUrl] {
  const [shown] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const asked = useStore(requested)
  const change: ChangeUrl = (edit, replace = true) => {
    const last = requested.current()
    // React may not have rendered the latest URL yet.
    const parameters = edit(
      new URLSearchParams(last?.isLoading && last.pathname === pathname ? last.parameters : window.location.search),
    )
    const mine = { pathname, parameters, isLoading: true }
    requested.set(mine)
    const navigation = navigate({ search: String(parameters) }, { replace, preventScrollReset: true })
    void Promise.resolve(navigation).finally(() => {
      if (requested.current() === mine) requested.set({ ...mine, isLoading: false })
    })
  }
  // After it has loaded, the browser shows its URL before React renders it.
  const isAsked =
    asked?.pathname === pathname && (asked.isLoading || String(asked.parameters) === window.location.search.slice(1))
  return [isAsked ? asked.parameters : shown, change]
}

/** Sets a parameter, or deletes it for null. */
export function withParameter(parameters: URLSearchParams, name: string, value: string | null): URLSearchParams {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
  return parameters
}
