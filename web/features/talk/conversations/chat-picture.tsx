/** A picture in a conversation, from a signed URL of the private bucket, or from the device while it is being sent. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { signedUrl } from '#features/account/uploads'
import { messageKeys } from '#keys/messages'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Enlarge } from '#ui/enlarge'

const expirySeconds = 3_600
/** Refreshed well before they expire. */
const refreshAfterMs = (expirySeconds * 1_000 * 3) / 4
/** The displayed width at double pixel density. */
const displayWidth = 560

interface SignedUrls {
  readonly small: string
  readonly large: string
}

function pictureQuery(app: AppContext, path: string | null) {
  return queryOptions({
    queryKey: messageKeys.picture(path),
    queryFn:
      path === null
        ? skipToken
        : async (): Promise<SignedUrls> => {
            const [small, large] = await Promise.all([
              signedUrl(app, path, expirySeconds, { width: displayWidth, quality: 80 }),
              signedUrl(app, path, expirySeconds),
            ])
            return { small, large }
          },
    staleTime: refreshAfterMs,
    refetchInterval: refreshAfterMs,
  })
}

export interface ChatPictureProps {
  /** The path including the bucket; null while the picture is only on this device. */
  path: string | null
  preview: string | null
  /** Alternative text that names the sender. */
  alt: string
}

export function ChatPicture({ path, preview, alt }: ChatPictureProps) {
  const { data, isError } = useQuery(pictureQuery(useApp(), preview === null ? path : null))
  const [broken, setBroken] = useState<string | null>(null)
  const small = preview ?? data?.small
  const large = preview ?? data?.large
  // A frame of fixed size, so that the layout does not shift when the picture loads.
  const frame = 'grid h-48 w-56 max-w-full place-items-center overflow-hidden rounded-control bg-ink/8'
  if ((isError && !data) || (small !== undefined && broken === small)) {
    return (
      <span className={frame}>
        <ImageOff aria-hidden="true" className="size-8 opacity-40" strokeWidth={1.5} />
        <span className="sr-only">{alt} could not be loaded</span>
      </span>
    )
  }
  if (small === undefined || large === undefined) return <span className={frame} />
  return (
    <Enlarge title={alt} pictures={[large]}>
      {(enlarge) => (
        <Button variant="plain" onClick={() => enlarge(0)} className={frame} aria-label={`${alt}: enlarge`}>
          <img src={small} alt="" className="size-full object-cover" onError={() => setBroken(small)} />
        </Button>
      )}
    </Enlarge>
  )
}
