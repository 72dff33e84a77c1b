/** What is measured and kept: the results of a load and of a soak. */
import type { Figures } from './figures.ts'
import type { Sample } from './samples.ts'
import type { Environment, Setup } from './site.ts'

interface Run {
  readonly setup: Setup
  /** ISO 8601. */
  readonly measuredAt: string
  readonly environment: Environment
}

/** Means over the step. */
export type Processors = Pick<
  Sample,
  'serverProcessors' | 'generatorProcessors' | 'databaseProcessors' | 'machineProcessors'
>

export interface LoadStep extends Figures, Processors {
  readonly rate: number
  /** Why the step is saturated. Empty if it was held. */
  readonly saturation: readonly string[]
  readonly eventLoopP99Ms: number | null
}

export interface LoadResult extends Run {
  readonly kind: 'load'
  readonly stepSeconds: number
  readonly steps: readonly LoadStep[]
  /** Arrivals a second; 0 if not even one was held. */
  readonly highestHeld: number
}

export interface SoakWindow extends Omit<Figures, 'kinds'> {
  /** The end of the window, since the start. */
  readonly seconds: number
}

export interface Verdict {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly isReached: boolean
}

export interface SoakResult extends Run {
  readonly kind: 'soak'
  readonly rate: number
  readonly minutes: number
  /** The time at the start that trends leave out. */
  readonly settlingMinutes: number
  readonly windows: readonly SoakWindow[]
  readonly samples: readonly Sample[]
  readonly total: Figures
  readonly reconnects: number
  readonly verdicts: readonly Verdict[]
}

export type Result = LoadResult | SoakResult
