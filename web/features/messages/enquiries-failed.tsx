/** The error state of the enquiries. */
import { LoadFailed } from '#ui/load-failed'

export function EnquiriesFailed({ retry }: { retry: () => void }) {
  return <LoadFailed title="Your enquiries could not be loaded" headingLevel="h3" className="py-10" retry={retry} />
}
