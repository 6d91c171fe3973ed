import type { Diagnostic, ResultTable, RunReason, RunResult } from '@dxx/contract/calls/runcode'
import { runLimits } from '@dxx/contract/rules/run-limits'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Copy from 'lucide-react/icons/copy'
import Eraser from 'lucide-react/icons/eraser'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import { toast } from '../../state/flash'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { copyText } from '../share/copy-text'
import { useCodeWrap } from './code-wrap'
import { PanelButton } from './panel-button'
import type { Running } from './run-program'
import { useSecondsUntil } from './seconds-until'
import { isUnderWay, type RunState } from './use-run'

export interface CodeOutputProps {
  state: RunState
  onClear(): void
  onGo(diagnostic: Diagnostic): void
  hint?: string
  /** Asks the AI about a program that ended with an error. */
  onAsk?(): void
}

export function CodeOutput({ state, onClear, onGo, hint, onAsk }: CodeOutputProps) {
  const result = state.phase === 'done' ? state.result : null
  const over = state.phase === 'done' || state.phase === 'failed' || state.phase === 'cancelled'
  return (
    <div className={cx((over || isUnderWay(state) || hint) && 'px-3.5 pt-1 pb-3')}>
      <div className="flex items-center gap-1">
        <div role="status" className="min-w-0 flex-1 text-13 text-[#c8cfda]">
          <Status state={state} />
          {state.phase === 'idle' && hint && <div className="py-2 text-[#98a2b3]">{hint}</div>}
        </div>
        {result && (
          <PanelButton label="复制输出" onClick={() => void copy(textOf(result))}>
            <Copy aria-hidden="true" size={17} />
          </PanelButton>
        )}
        {over && (
          <PanelButton label="清除输出" onClick={onClear}>
            <Eraser aria-hidden="true" size={17} />
          </PanelButton>
        )}
      </div>
      <div role="status">{result && <Result result={result} onGo={onGo} />}</div>
      {result && onAsk && asksForHelp.has(result.reason) && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAsk}
          className="mt-2 min-h-11 rounded-full bg-white/10 px-4 text-13 text-[#e4e7ec] active:bg-white/20"
        >
          问 AI：解释这个错误
        </button>
      )}
    </div>
  )
}

/** Results that a student may not understand. */
const asksForHelp: ReadonlySet<RunReason> = new Set(['error', 'compile-error', 'timeout', 'memory'])

async function copy(text: string): Promise<void> {
  toast((await copyText(text)) ? '已复制' : '没有复制成功，请长按文字复制')
}

const reasons: Record<RunReason, string> = {
  ok: '运行完成',
  error: '程序出错',
  'compile-error': '编译错误',
  timeout: '超时，程序已停止',
  memory: '内存超限，程序已停止',
  'output-cut': '输出过长，程序已停止',
  crashed: '运行中断，请再试一次',
}

function Status({ state }: { state: RunState }) {
  if (state.phase === 'running') return <Waiting key={state.run} {...state} />
  if (state.phase === 'retrying') return <Retrying at={state.retryAt} />
  if (state.phase === 'cancelled') return <div>已停止</div>
  if (state.phase === 'failed') {
    return (
      <div className="flex items-start gap-1.5 text-[#ffb4ab]">
        <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        {state.msg}
      </div>
    )
  }
  if (state.phase !== 'done') return null
  const { reason, exitCode, timeMs, memoryKb } = state.result
  const ok = reason === 'ok'
  const Icon = ok ? CircleCheck : CircleAlert
  const facts = [
    reason === 'error' && exitCode !== null && `退出码 ${exitCode}`,
    durationText(timeMs),
    memoryKb > 0 && (memoryKb < 1024 ? `${memoryKb} KB` : `${(memoryKb / 1024).toFixed(1)} MB`),
    state.place === 'local' && '本机运行',
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-2 tabular-nums">
      <span className={cx('flex items-center gap-1.5 font-semibold', ok ? 'text-[#a6e3a1]' : 'text-[#ffb4ab]')}>
        <Icon aria-hidden="true" size={16} />
        {reasons[reason]}
      </span>
      {facts.filter(Boolean).join(' · ')}
    </div>
  )
}

/** Time a program took. The limit counts only the program's own time, so a busy machine can take longer. */
export function durationText(timeMs: number): string {
  if (timeMs < 1000) return `${timeMs} ms`
  return `${(timeMs / 1000).toFixed(2)} s${timeMs > runLimits.runMs ? '，含等待机器的时间' : ''}`
}

/** Delay in milliseconds before the queue message is shown; shorter waits need none. */
const patience = 600

/** Shows why a program waits, as reported by the server; programs that run in the browser do not wait. */
function Waiting({ place, run }: Running) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex items-center gap-2 py-2 tabular-nums">
      <Spinner />
      {place === 'local' ? '本机运行中…' : !long ? '已提交…' : run ? <QueuePlace run={run} /> : '运行中…'}
    </div>
  )
}

function QueuePlace({ run }: { run: string }) {
  const { data } = useCall('GET /v1/runcode_queue', { run }, { fresh: true, refetchInterval: 1000 })
  switch (data?.phase) {
    case 'waiting':
      return data.ahead ? `排队中，前面还有 ${data.ahead} 个` : '排队中，下一个就是你'
    case 'preparing':
      return '正在准备编译器…'
    case 'running':
      return '运行中…'
    default:
      return '等待结果…'
  }
}

function Retrying({ at }: { at: number }) {
  const seconds = useSecondsUntil(at)
  return (
    <div className="flex items-center gap-2 py-2 tabular-nums">
      <Spinner />
      {/* Announced once: screen readers do not read the changing seconds. */}
      <span className="sr-only">暂时不能运行，稍后自动重试</span>
      <span aria-hidden="true">{`暂时不能运行，${seconds} 秒后自动重试`}</span>
    </div>
  )
}

function Result({ result, onGo }: { result: RunResult; onGo(diagnostic: Diagnostic): void }) {
  const { stdout, stderr, diagnostics, tables, reason } = result
  return (
    <div className="space-y-2">
      {diagnostics.length > 0 && (
        <ul aria-label="问题" className="m-0 list-none p-0">
          {diagnostics.map((diagnostic, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={index}>
              <button
                type="button"
                onClick={() => onGo(diagnostic)}
                className="flex min-h-11 w-full items-start gap-2 rounded-item px-2 py-2.5 text-left text-13 -outline-offset-2 active:bg-white/10 desk:hover:bg-white/5"
              >
                <span className="shrink-0 rounded-tag bg-white/10 px-1.5 tabular-nums">
                  {severities[diagnostic.severity]} · 第 {diagnostic.line} 行
                </span>
                <span className="min-w-0 break-words">{diagnostic.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {tables.map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <Table key={index} table={table} label={`结果 ${index + 1}`} />
      ))}
      {tables.length === 0 && stdout && <Stream label="程序输出" text={stdout} />}
      {stderr && <Stream label="错误输出" text={stderr} error />}
      {reason === 'ok' && !stdout && !stderr && tables.length === 0 && (
        <div className="text-13 text-[#98a2b3]">程序没有输出</div>
      )}
    </div>
  )
}

const severities = { error: '错误', warning: '警告', note: '说明' } as const
const scrolling = 'code-scroll max-h-96 overflow-auto overscroll-x-contain rounded-item'

function Stream({ label, text, error = false }: { label: string; text: string; error?: boolean }) {
  const wrap = useCodeWrap((state) => state.wrap)
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={scrolling}
    >
      <div
        className={cx(
          'font-mono leading-[1.6] text-(length:--code-size)',
          wrap ? 'wrap-anywhere whitespace-pre-wrap' : 'w-fit min-w-full whitespace-pre',
          error && 'text-[#ffb4ab]',
        )}
      >
        {text}
      </div>
    </section>
  )
}

function Table({ table: { columns, rows, cut }, label }: { table: ResultTable; label: string }) {
  const cell = 'border border-white/15 px-2.5 py-1 text-left whitespace-pre'
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={scrolling}
    >
      <table className="m-0 table w-auto max-w-none border-collapse overflow-visible text-13 tabular-nums">
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
              <th key={index} scope="col" className={`${cell} sticky top-0 bg-[#2b374d] font-semibold`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={at}>
              {row.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: table cells have no identity
                <td key={index} className={cell}>
                  {value ?? <span className="text-[#98a2b3]">NULL</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="py-1 text-12 text-[#98a2b3]">
        {rows.length} 行{cut && '，后面的没有显示'}
      </div>
    </section>
  )
}

/** Text for copying; tables are tab-separated for spreadsheets. */
function textOf({ stdout, stderr, tables }: RunResult): string {
  const shown = tables.map(({ columns, rows }) =>
    [columns, ...rows].map((row) => row.map((value) => value ?? 'NULL').join('\t')).join('\n'),
  )
  return [shown.length > 0 ? shown.join('\n\n') : stdout, stderr].filter(Boolean).join('\n')
}
