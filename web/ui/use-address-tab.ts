/** Keeps the chosen tab in the address (`?tab=`), so that it can be shared, reloaded and come back to; the first tab leaves no trace. */
import { useSearchParams } from 'react-router'

const usualParameter = 'tab'

/** The tab an address asks for; the first where it asks for none of these. */
export function readTab<T extends string>(
  address: URLSearchParams,
  tabs: readonly [T, ...T[]],
  parameter = usualParameter,
): T {
  return tabs.find((tab) => tab === address.get(parameter)) ?? tabs[0]
}

/** @param parameter another one for tabs within a tab */
export function useAddressTab<T extends string>(
  tabs: readonly [T, ...T[]],
  parameter = usualParameter,
): [T, (tab: string) => void] {
  const [address, setAddress] = useSearchParams()
  function choose(tab: string): void {
    const next = new URLSearchParams(address)
    if (tab === tabs[0]) next.delete(parameter)
    else next.set(parameter, tab)
    setAddress(next, { replace: true, preventScrollReset: true })
  }
  return [readTab(address, tabs, parameter), choose]
}
