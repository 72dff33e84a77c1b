/** Traces, as far as the backend knows them. server/tracing.ts makes them with OpenTelemetry. */

export type SpanKind = 'server' | 'client' | 'internal'
export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  /** Names this span as a parent in the header `traceparent` (https://www.w3.org/TR/trace-context/). */
  readonly traceparent: string
  /** Starts a span within this one. @param startedAt when it started, in milliseconds since 1970 */
  child(name: string, kind: SpanKind, attributes?: Attributes, startedAt?: number): Span
  set(attributes: Attributes): void
  fail(error: unknown): void
  end(): void
}

export interface Tracer {
  /** Starts a trace, or continues the one of a `traceparent`. */
  start(name: string, kind: SpanKind, attributes: Attributes, traceparent?: string | null): Span
}

export const traceparentHeader = 'traceparent'
