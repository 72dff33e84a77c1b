/** The Server-Timing header: how long each stage of a request took, up to the one that failed. */

const stages = ['parse', 'plan', 'transaction'] as const

export class ServerTiming {
  #start = performance.now()
  readonly #metrics: string[] = []

  /** Ends a stage, by default the one after those that ended. */
  end(stage: (typeof stages)[number] | 'response' = stages[this.#metrics.length] ?? 'response'): void {
    const now = performance.now()
    this.#metrics.push(`${stage};dur=${(now - this.#start).toFixed(1)}`)
    this.#start = now
  }

  get header(): string {
    return this.#metrics.join(', ')
  }
}
