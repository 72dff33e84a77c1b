/**
 * OpenTelemetry traces, exported by OTLP over HTTP. The SDK is loaded only with OTEL_EXPORTER_OTLP_ENDPOINT, and is not in package.json:
 * see docs/decisions/operating/083-observability.md. Its types are described here as far as they are used.
 */
import type { Attributes, Span, SpanKind, Tracer } from '#backend'

/** The SDK's packages are missing. */
export class TracingError extends Error {
  override readonly name = 'TracingError'
}

export interface Tracing extends Tracer {
  /** Exports what is left. */
  close(): Promise<void>
}

interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
  readonly isRemote?: boolean
}

interface SdkSpan {
  spanContext(): SpanContext
  setAttributes(attributes: Attributes): void
  setStatus(status: { code: number; message?: string }): void
  recordException(error: Error): void
  end(): void
}

interface SdkTracer {
  startSpan(
    name: string,
    options: { kind: number; attributes?: Attributes; startTime?: number },
    context: object,
  ): SdkSpan
}

interface Provider {
  getTracer(name: string, version: string): SdkTracer
  shutdown(): Promise<void>
}

interface Api {
  readonly ROOT_CONTEXT: object
  readonly trace: {
    setSpan(context: object, span: SdkSpan): object
    setSpanContext(context: object, spanContext: SpanContext): object
  }
  readonly SpanKind: { readonly INTERNAL: number; readonly SERVER: number; readonly CLIENT: number }
  readonly SpanStatusCode: { readonly ERROR: number }
}

/** The packages that an operator installs for traces, in the versions that the tests use. */
export const tracingPackages = {
  '@opentelemetry/api': '1.9.1',
  '@opentelemetry/exporter-trace-otlp-http': '0.223.1',
  '@opentelemetry/resources': '2.12.1',
  '@opentelemetry/sdk-trace-base': '2.12.1',
} as const

export const installCommand = ['npm install --no-save']
  .concat(Object.entries(tracingPackages).map(([name, version]) => `${name}@${version}`))
  .join(' ')

/** The SDK reads its own variables: OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER and others. @throws TracingError */
export async function openTracing(release: string): Promise<Tracing> {
  // A name that is not constant, so that the build does not include the package.
  const load = (name: string) =>
    import(name).catch((cause: unknown) => {
      const message = `OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of OpenTelemetry: ${installCommand}`
      throw new TracingError(message, { cause })
    })
  const [api, exporter, resources, sdk] = await Promise.all(Object.keys(tracingPackages).map(load))
  const serviceName = process.env.OTEL_SERVICE_NAME || 'tuckbox'
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': serviceName, 'service.version': release }))
  const provider: Provider = new sdk.BasicTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
  return tracingOf(api, provider, provider.getTracer('tuckbox', release))
}

function tracingOf(api: Api, provider: Provider, tracer: SdkTracer): Tracing {
  const kinds: Record<SpanKind, number> = {
    internal: api.SpanKind.INTERNAL,
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
  }
  const spanOf = (span: SdkSpan): Span => ({
    get traceparent() {
      const { traceId, spanId, traceFlags } = span.spanContext()
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    },
    child(name, kind, attributes = {}, startTime = Date.now()) {
      const options = { kind: kinds[kind], attributes, startTime }
      return spanOf(tracer.startSpan(name, options, api.trace.setSpan(api.ROOT_CONTEXT, span)))
    },
    set: (attributes) => span.setAttributes(attributes),
    fail(error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      if (error instanceof Error) span.recordException(error)
    },
    end: () => span.end(),
  })
  return {
    start(name, kind, attributes, traceparent) {
      const parent = readTraceparent(traceparent)
      const context = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
      return spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes }, context))
    },
    close: () => provider.shutdown(),
  }
}

/** @returns the parent that the header names, undefined if it is not well-formed */
export function readTraceparent(header: string | null | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
