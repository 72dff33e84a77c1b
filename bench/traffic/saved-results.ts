/** The results as files in `bench/report`, which git ignores, and the page that shows all of them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportPage } from './report-page.ts'
import type { Result } from './results.ts'
import type { Setup } from './site.ts'

const reportFolder = fileURLToPath(new URL('../report', import.meta.url))

/** Replaces the last result of its kind and set-up. @returns the path of the page */
export function saveResult(result: Result, folder = reportFolder): string {
  mkdirSync(folder, { recursive: true })
  // JSON has no Infinity: null means that there was no answer.
  writeFileSync(path.join(folder, `${result.kind}-${result.setup}.json`), `${JSON.stringify(result, null, 1)}\n`)
  return writePage(folder)
}

/** Writes the page anew from all results in the folder. */
function writePage(folder = reportFolder): string {
  const page = path.join(folder, 'index.html')
  writeFileSync(page, reportPage(readResults(folder)))
  return page
}

function readResults(folder = reportFolder): Result[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^(load|soak)-\w+\.json$/.test(name))
      .sort()
      .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  } catch {
    return []
  }
}

/** The rate that the last load of a set-up held. */
export const lastSaturation = (setup: Setup, folder = reportFolder): number | undefined =>
  readResults(folder).flatMap((result) =>
    result.kind === 'load' && result.setup === setup ? result.highestHeld : [],
  )[0]
