/** A visitor that reloads the home page and samples the server's memory. A separate process, so that the attacker's work does not delay it. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface Visit {
  /** Milliseconds since 1970. */
  readonly begun: number
  readonly ended: number
  /** The server's peak memory during the visit; 0 if unknown. */
  readonly megabytes: number
}

const [, , url = '', pid = ''] = process.argv
let most = 0
setInterval(() => {
  most = Math.max(most, residentMegabytes())
}, 10)

for (;;) {
  const begun = Date.now()
  const started = performance.now()
  const response = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.77' } })
  await response.text()
  if (response.status !== 200) throw new Error(`The home page responded with ${response.status}`)
  const megabytes = Math.max(most, residentMegabytes())
  most = 0
  process.send?.({ begun, ended: begun + performance.now() - started, megabytes } satisfies Visit)
  await wait(20)
}

/** Reads /proc, so Linux only. */
function residentMegabytes(): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return 0
  }
}
