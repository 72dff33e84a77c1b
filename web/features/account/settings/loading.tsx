/** The placeholder while settings load. */
import { Loading, Skeleton } from '#ui/skeleton'

export function SettingsLoading({ what }: { what: string }) {
  return (
    <Loading text={`Loading ${what}...`} className="space-y-4">
      <Skeleton shape="field" className="h-20" />
      <Skeleton shape="field" className="h-20" />
    </Loading>
  )
}
