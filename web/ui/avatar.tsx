/** A person's round picture, or their initial. */
import { useState } from 'react'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  name: string
  url: string | null | undefined
  className?: string
}

export function Avatar({ name, url, className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const frame = classNames('avatar', className)
  if (url && url !== brokenUrl) {
    return <img src={url} alt="" width={72} height={72} onError={() => setBrokenUrl(url)} className={frame} />
  }
  const [initial = '?'] = name.trim().toUpperCase()
  return (
    <span aria-hidden="true" className={frame}>
      {initial}
    </span>
  )
}
