/** Loaders of members' pages. The browser alone has the session, so the server renders their skeletons. */
import { createContext, type LoaderFunction, type LoaderFunctionArgs } from 'react-router'
import type { AppContext } from '#platform/app-context.ts'
import { appContext } from '#platform/page.ts'
import type { SessionUser } from './session-user.ts'

/** The signed-in member in a loader; null for visitors and on the server. */
export const memberContext = createContext<SessionUser | null>(null)

/** @param start starts the page's queries with `preload`, together with those of its layout */
export function memberLoader(
  start: (app: AppContext, member: SessionUser, args: LoaderFunctionArgs) => void,
): LoaderFunction {
  return (args) => {
    const member = args.context.get(memberContext)
    if (member) start(args.context.get(appContext), member, args)
  }
}
