/** The files of web/pages, for what builds or tests the app. The app itself has them as the constant PAGE_FILES. */
import { readdirSync } from 'node:fs'
import path from 'node:path'

/** @returns paths from the root of the repository, sorted */
export function listPages(): string[] {
  const folder = path.resolve(import.meta.dirname, '../pages')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(page|layout)\.tsx$/.test(file))
    .map((file) => `web/pages/${file.replaceAll(path.sep, '/')}`)
    .sort()
}
