/** A link between the list and the map of a listing. The view is in the URL. */
import { List, MapIcon } from 'lucide-react'
import { useUrlParameters, withParameter } from '#platform/url-parameters.ts'
import { readTab } from '#platform/url-tab.ts'
import { LinkButton } from '#ui/link-button'

export function useView(): 'list' | 'map' {
  const [parameters] = useUrlParameters()
  return readTab(parameters, ['list', 'map'], 'view')
}

export function ViewLink({ className }: { className?: string }) {
  const [parameters] = useUrlParameters()
  const isMap = useView() === 'map'
  const next = withParameter(new URLSearchParams(parameters), 'view', isMap ? null : 'map')
  const Icon = isMap ? List : MapIcon
  return (
    <LinkButton variant="secondary" to={`?${next}`} preventScrollReset className={className}>
      <Icon aria-hidden="true" className="size-4.5" />
      {isMap ? 'List' : 'Map'}
      <span className="sr-only"> view</span>
    </LinkButton>
  )
}
