/**
 * The parameters of the URL, and how to change them. The URL itself changes only when the data of the next page is there.
 * A second change before that would be made of the old URL, and undo the first. Here a change counts as soon as it is
 * asked for.
 */
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { createStore, useStore } from './create-store.ts'

interface Requested {
  readonly pathname: string
  readonly parameters: URLSearchParams
  readonly replace: boolean
  readonly isLoading: boolean
}

/** @param replace whether the change replaces the entry in the history; yes by default */
export type ChangeUrl = (edit: (parameters: URLSearchParams) => URLSearchParams, replace?: boolean) => void

/** The last change in this tab. Only event handlers set it, so the server has none. */
const requested = createStore<Requested | null>(null)

/** What the URL of a page has, or will have after the change or the link that is loading. */
export function useUrlParameters(): [parameters: URLSearchParams, change: ChangeUrl] {
  const [shown] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  const asked = useStore(requested)
  const change: ChangeUrl = (edit, replace = true) => {
    const last = requested.current()
    const loading = last?.isLoading && last.pathname === pathname ? last : null
    // React may not have rendered the latest URL yet.
    const { search } = next?.pathname === pathname ? next : window.location
    const mine = {
      pathname,
      parameters: edit(new URLSearchParams(loading?.parameters ?? search)),
      // It takes the place of what is loading, whose entry in the history would otherwise be missing.
      replace: replace && (loading?.replace ?? true),
      isLoading: true,
    }
    requested.set(mine)
    const navigation = navigate(
      { search: String(mine.parameters) },
      { replace: mine.replace, preventScrollReset: true },
    )
    void Promise.resolve(navigation).finally(() => {
      if (requested.current() === mine) requested.set({ ...mine, isLoading: false })
    })
  }
  const own = asked?.pathname === pathname ? asked : null
  if (!own?.isLoading && next?.pathname === pathname) return [new URLSearchParams(next.search), change]
  // After it has loaded, the browser shows its URL before React renders it.
  const isAsked = own && (own.isLoading || String(own.parameters) === window.location.search.slice(1))
  return [isAsked ? own.parameters : shown, change]
}

/** Sets a parameter, or deletes it for null. */
export function withParameter(parameters: URLSearchParams, name: string, value: string | null): URLSearchParams {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
  return parameters
}
