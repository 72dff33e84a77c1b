/** What the server hands to the browser with the first HTML: configuration, files and the data already fetched. */
import type { DehydratedState } from '@tanstack/react-query'
import type { ChosenPlace } from '#domain/chosen-place'
import type { PublicConfig } from './app-context.ts'
import type { Assets } from './assets.ts'

export interface PageState {
  config: PublicConfig
  assets: Assets
  queries: DehydratedState
  /** Where the visitor was when the page was rendered. */
  place: ChosenPlace
}

export const stateElementId = 'tuckbox-state'

/** As text that can stand inside a <script> element: nothing in it can end the element or start a comment. */
export function serializeState(state: PageState): string {
  return JSON.stringify(state).replace(/</g, '\\u003c')
}

/** Reads it back in the browser. The text is our own server's, of the same build. */
export function readState(text: string, nowMs: number): PageState {
  const state: PageState = JSON.parse(text)
  // The data is as fresh as this page, whatever the visitor's clock says; otherwise a fast clock would fetch it all again.
  for (const query of state.queries.queries) query.state.dataUpdatedAt = nowMs
  return state
}
