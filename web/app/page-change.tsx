/** Announces the new page to screen readers and moves the focus to its top, as a full page load would. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { focusSearch } from './links.ts'

export function PageChange() {
  const { pathname, key, state } = useLocation()
  const isSearchWanted = useNavigationType() !== 'POP' && state?.focus === focusSearch.focus
  const lastPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
    // React has written the new <title> in the same commit.
    setAnnouncement(document.title)
  }, [pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be pressed again on its page
  useEffect(() => {
    if (isSearchWanted) document.querySelector<HTMLInputElement>('main [type=search]')?.focus()
  }, [isSearchWanted, key])

  return (
    <div aria-live="polite" className="sr-only">
      {announcement}
    </div>
  )
}
