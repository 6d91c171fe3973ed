import {
  context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { Log } from './log-type'
import { type Attributes, type Span, setTracing } from './tracing'

export interface TracingSettings {
  /** URL of an OTLP receiver, such as http://127.0.0.1:4318; empty to export nothing. */
  endpoint: string
  /** Share of requests and jobs whose traces are exported. */
  share: number
}

/** Exports traces until the returned function is called, which sends what is left. */
export function startTracing({ endpoint, share }: TracingSettings, log: Log): () => Promise<void> {
  const warn = (message: string, ...details: unknown[]) => log.warn({ details }, `tracing: ${message}`)
  const ignore = () => {}
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'duoxiangxue' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const tracer = provider.getTracer('duoxiangxue')
  setTracing({
    // Not a child of what the client sends: a client could have each of its requests exported.
    begin: (name, kind, attributes) =>
      spanOf(
        tracer.startSpan(
          name,
          { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL, attributes },
          ROOT_CONTEXT,
        ),
      ),
    beginPart: (name, attributes) => {
      const parent = trace.getActiveSpan()
      return parent?.isRecording() ? spanOf(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })) : null
    },
  })
  return async () => {
    setTracing(null)
    context.disable()
    await provider.shutdown().catch((err) => log.warn({ err }, 'could not send the last traces'))
  }
}

function spanOf(span: OtelSpan): Span {
  const isExported = span.isRecording()
  return {
    traceId: isExported ? span.spanContext().traceId : undefined,
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    run: (work) => context.with(trace.setSpan(context.active(), span), work),
    end: (error) => {
      if (error !== undefined) {
        const { message, name, code } = error as NodeJS.ErrnoException
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(message).slice(0, 300) })
        span.setAttribute('error.type', code ?? name ?? 'Error')
      }
      span.end()
    },
  }
}
