/** Page navigation of the product table. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#ui/button'

export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages === 1 && page === 1) return null
  return (
    <nav aria-label="Pages of products" className="mt-6 flex items-center justify-center gap-3">
      <Button
        variant="secondary"
        size="icon"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <p className="min-w-28 text-center tabular-nums">{`Page ${page} of ${pages}`}</p>
      <Button
        variant="secondary"
        size="icon"
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </nav>
  )
}
