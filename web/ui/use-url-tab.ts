/** Keeps the chosen tab in the address (`?tab=`), so that it can be shared, reloaded and come back to; the first tab leaves no trace. */
import { useSearchParams } from 'react-router'

const defaultParameter = 'tab'

/** The tab an address asks for; the first where it asks for none of these. */
export function readTab<T extends string>(
  params: URLSearchParams,
  tabs: readonly [T, ...T[]],
  parameter = defaultParameter,
): T {
  return tabs.find((tab) => tab === params.get(parameter)) ?? tabs[0]
}

/** @param parameter another one for tabs within a tab */
export function useUrlTab<T extends string>(
  tabs: readonly [T, ...T[]],
  parameter = defaultParameter,
): [T, (tab: string) => void] {
  const [params, setParams] = useSearchParams()
  function choose(tab: string): void {
    const next = new URLSearchParams(params)
    if (tab === tabs[0]) next.delete(parameter)
    else next.set(parameter, tab)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return [readTab(params, tabs, parameter), choose]
}
