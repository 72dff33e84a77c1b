/** What a query has loaded: its placeholder, an error with a way to try again, or its content. */
import type { ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'
import { LoadFailedLine } from './load-failed-line.tsx'

export interface LoadedProps<Data> {
  /** A query of TanStack Query. Data that is shown stays when a later load fails. */
  query: { readonly data: Data | undefined; readonly isError: boolean; readonly refetch: () => unknown }
  /** What could not be loaded, such as 'Your codes could not be loaded'. */
  failed: string
  /** The error is a line of a card or a form, instead of a page's empty state. */
  isLine?: boolean
  loading: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, failed, isLine = false, loading, children }: LoadedProps<Data>) {
  const { data, isError, refetch } = query
  if (data !== undefined) return children(data)
  if (!isError) return loading
  const retry = () => void refetch()
  return isLine ? <LoadFailedLine retry={retry}>{failed}</LoadFailedLine> : <LoadFailed title={failed} retry={retry} />
}
