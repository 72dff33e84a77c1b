/**
 * Keeps the selected tab in the URL (`?tab=`), so that it survives a reload and can be shared. The first tab has no
 * parameter.
 */
import { useSearchParams } from 'react-router'

const defaultParameter = 'tab'

/** The tab that the URL names, or the first tab. */
export function readTab<T extends string>(
  params: URLSearchParams,
  tabs: readonly [T, ...T[]],
  parameter = defaultParameter,
): T {
  return tabs.find((tab) => tab === params.get(parameter)) ?? tabs[0]
}

/** @param parameter another name for tabs inside a tab */
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
