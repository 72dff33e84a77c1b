/** Pictures of a private bucket. They have signed URLs that expire after an hour. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useUserId } from '#features/account/auth'
import { uploadKeys } from '#keys/uploads'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Enlarge } from '#ui/enlarge'
import { Picture } from '#ui/picture'
import { Skeleton } from '#ui/skeleton'
import { signedUrls } from './signed-urls.ts'

const expirySeconds = 3600

function signedUrlsQuery(app: AppContext, userId: string | null, paths: readonly string[]) {
  return queryOptions({
    queryKey: uploadKeys.privatePictures(userId, paths),
    // Refreshed before they expire.
    staleTime: (expirySeconds - 600) * 1000,
    refetchInterval: (expirySeconds - 600) * 1000,
    queryFn: userId === null ? skipToken : () => signedUrls(app, paths, expirySeconds),
  })
}

export function PrivatePicture({ path, alt }: { path: string; alt: string }) {
  const { data: [url] = [] } = useSignedUrls([path])
  return url ? <Picture source={url} alt={alt} sizes="5rem" /> : <Skeleton className="aspect-square" />
}

function useSignedUrls(paths: readonly string[]) {
  return useQuery(signedUrlsQuery(useApp(), useUserId(), paths))
}

/** @param paths as stored, including their bucket, which is one. @param title names the dialog that enlarges them */
export function PrivatePictures({ paths, title }: { paths: readonly string[]; title: string }) {
  const { data: urls, isError } = useSignedUrls(paths)
  if (isError || urls?.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <ImageOff aria-hidden="true" className="size-4" />
        The pictures could not be loaded.
      </p>
    )
  }
  if (!urls) return <Skeleton shape="field" className="h-20 w-20" />
  return (
    <Enlarge title={title} pictures={urls}>
      {(enlarge) => (
        <ul aria-label="Pictures" className="flex flex-wrap gap-2">
          {urls.map((url, index) => (
            <li key={paths[index]}>
              <Button
                variant="plain"
                onClick={() => enlarge(index)}
                className="block w-20 overflow-hidden rounded-control border border-line transition-opacity hover:opacity-85"
              >
                <Picture source={url} alt={`${index + 1} of ${urls.length}`} sizes="5rem" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Enlarge>
  )
}
