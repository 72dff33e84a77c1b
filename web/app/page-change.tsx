/** Announces the new page to screen readers and moves the focus to its top, as a full page load would. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export function PageChange() {
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
    // React has written the new <title> in the same commit.
    setAnnouncement(document.title)
  }, [pathname])

  return (
    <div aria-live="polite" className="sr-only">
      {announcement}
    </div>
  )
}
