/**
 * Keeps the selected tab in the URL (`?tab=`), so that it survives a reload and can be shared. The first tab has no
 * parameter.
 */
import { useUrlParameters, withParameter } from './url-parameters.ts'

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
  const [params, change] = useUrlParameters()
  const choose = (tab: string) => change((latest) => withParameter(latest, parameter, tab === tabs[0] ? null : tab))
  return [readTab(params, tabs, parameter), choose]
}
