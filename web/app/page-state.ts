/** The state that the server embeds in the first HTML: configuration, asset URLs and fetched data. */
import type { DehydratedState } from '@tanstack/react-query'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import type { PublicConfig } from '#platform/app-context.ts'
import type { Assets } from './assets.ts'

export interface PageState {
  config: PublicConfig
  assets: Assets
  queries: DehydratedState
  /** The place the page was rendered for. */
  place: ChosenPlace
  /** The server's clock at the rendering, in ms. */
  renderedAt: number
}

export const stateElementId = 'tuckbox-state'

/** JSON that is safe inside a <script> element: it cannot end the element or open a comment. */
export function serializeState(state: PageState): string {
  return JSON.stringify(state).replace(/</g, '\\u003c')
}

/** Reads the state in the browser. The server of the same build wrote it, so it needs no validation. */
export function readState(text: string, nowMs: number): PageState {
  const state: PageState = JSON.parse(text)
  // The data counts as fresh, independent of the visitor's clock. A fast clock would otherwise refetch it all.
  for (const query of state.queries.queries) query.state.dataUpdatedAt = nowMs
  return state
}
