/** What the benchmark and its generator tell each other. The generator is a process of its own. */
import type { TrafficMarket } from './market.ts'
import type { Window } from './open-loop.ts'

export type ToGenerator =
  | { readonly kind: 'open'; readonly market: TrafficMarket; readonly seed: number; readonly maxInFlight: number }
  | {
      readonly kind: 'run'
      readonly ratePerSecond: number
      readonly seconds: number
      readonly windowSeconds: number
    }

export type FromGenerator =
  | { readonly kind: 'opened' }
  | { readonly kind: 'window'; readonly window: Window }
  | { readonly kind: 'finished'; readonly reconnects: number }
  | { readonly kind: 'failed'; readonly reason: string }
