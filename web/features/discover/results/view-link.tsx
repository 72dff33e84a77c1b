/** A link between the list and the map of a listing. The view is in the URL. */
import { List, MapIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { readTab } from '#platform/url-tab.ts'
import { LinkButton } from '#ui/link-button'

export function useView(): 'list' | 'map' {
  const [parameters] = useSearchParams()
  return readTab(parameters, ['list', 'map'], 'view')
}

export function ViewLink({ className }: { className?: string }) {
  const [parameters] = useSearchParams()
  const isMap = useView() === 'map'
  const next = new URLSearchParams(parameters)
  if (isMap) next.delete('view')
  else next.set('view', 'map')
  const Icon = isMap ? List : MapIcon
  return (
    <LinkButton variant="secondary" to={`?${next}`} preventScrollReset className={className}>
      <Icon aria-hidden="true" className="size-4.5" />
      {isMap ? 'List' : 'Map'}
      <span className="sr-only"> view</span>
    </LinkButton>
  )
}
