import './ai.css'
import type { AiMode } from '@dxx/contract/calls/ai'
import Copy from 'lucide-react/icons/copy'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Prose } from '../../ui/prose'
import { Spinner } from '../../ui/spinner'
import { Tag } from '../../ui/tag'
import { copyText } from '../share/copy-text'
import { AiAnswer } from './answer'
import { discussionUrl } from './discussion-url'
import type { ShownTurn } from './use-conversation'

interface TurnProps {
  turn: ShownTurn
  onRetry(): void
  /** Shows the sources elsewhere; without it, they open below the answer. */
  onSources?(turnId: string): void
}

/** Question on the right, with its answer below. */
export function ConversationTurn({ turn, onRetry, onSources }: TurnProps) {
  return (
    <li data-turn={turn.id} className="space-y-3">
      <div className="flex flex-col items-end">
        {turn.quote && (
          <blockquote className="mb-1.5 line-clamp-3 max-w-[85%] border-l-3 border-primary bg-card px-3 py-1.5 text-13 text-ink-2">
            {turn.quote}
          </blockquote>
        )}
        <p className="max-w-[85%] rounded-card bg-primary px-3.5 py-2.5 text-15 user-text text-on-primary">
          <span className="sr-only">我问：</span>
          {turn.question}
        </p>
      </div>
      <div className="max-w-full rounded-card bg-card p-4 desk:max-w-[92%]">
        <span className="sr-only">回答：</span>
        <Body turn={turn} />
        <Foot {...{ turn, onRetry, onSources }} />
      </div>
    </li>
  )
}

function Body({ turn }: { turn: ShownTurn }) {
  const { state, html, tail } = turn
  if (state !== 'running') return html ? <AiAnswer turnId={turn.id} html={html + escapeTail(tail)} /> : null
  return (
    <div aria-busy="true">
      {html && <Prose html={html} className="ai-answer text-15" />}
      {tail && <p className="text-15 user-text">{tail}</p>}
      <p role="status" className="flex items-center gap-2 text-13 text-ink-3">
        <Spinner />
        {html || tail ? '正在写…' : '正在翻你的资料…'}
      </p>
    </div>
  )
}

/** Escapes the end of a stopped answer, which the server has not rendered as HTML. */
function escapeTail(tail: string): string {
  const box = document.createElement('p')
  box.textContent = tail
  return tail ? box.outerHTML : ''
}

/** Modes whose question is the user's own text. */
const asks: ReadonlySet<AiMode> = new Set<AiMode>(['ask', 'guide'])

const troubles = { stopped: '已停止', failed: '没有写完，可能是网络或模型出了问题' } as const
const nothingWritten = '没有写出来，可能是网络或模型出了问题，请稍后重试'

function Foot({ turn, onRetry, onSources }: TurnProps) {
  const [open, setOpen] = useState(false)
  const { state, sources } = turn
  if (state === 'running') return null
  const isEmpty = turn.html === '' && turn.tail === ''
  return (
    <div className="mt-2">
      {state !== 'done' && (
        <p role="status" className="text-13 text-ink-3">
          {turn.problem || (isEmpty && state === 'failed' ? nothingWritten : troubles[state])}
        </p>
      )}
      {turn.generated && turn.dropped > 0 && (
        <p className="text-12 text-ink-3">有 {turn.dropped} 句在你的资料里找不到出处，已经去掉。</p>
      )}
      <div className="-mb-2 flex min-h-11 items-center gap-1">
        {/* Neither tag applies to a reply that nothing was found: no model has written it, and it quotes no source. */}
        {isEmpty ? null : turn.generated ? (
          <Tag tone="blue">AI生成</Tag>
        ) : (
          sources.length > 0 && <Tag tone="grey">摘自你的资料</Tag>
        )}
        {sources.length > 0 && (
          <button
            type="button"
            aria-expanded={onSources ? undefined : open}
            onClick={() => (onSources ? onSources(turn.id) : setOpen(!open))}
            className="min-h-11 rounded-item px-2 text-13 text-primary"
          >
            {turn.held ? `${sources.length} 处出处` : '相近内容'}
          </button>
        )}
        <span className="flex-1" />
        {turn.text && (
          <IconButton
            label="复制"
            onClick={async () => toast((await copyText(turn.text)) ? '已复制' : '复制不了，请长按选择')}
            className="text-ink-3"
          >
            <Copy aria-hidden="true" size={18} />
          </IconButton>
        )}
        <button
          type="button"
          onClick={onRetry}
          className="flex min-h-11 items-center gap-1 rounded-item px-2 text-13 text-ink-2 active:bg-fill"
        >
          <RotateCw aria-hidden="true" size={16} />
          {state === 'failed' ? '重试' : '重新回答'}
        </button>
      </div>
      {state === 'done' && !turn.held && asks.has(turn.mode) && <Elsewhere turn={turn} />}
      {open && !onSources && (
        <ol className="mt-2 space-y-2">
          {sources.map(({ n, title, html, link }) => (
            <li key={n}>
              <a href={`#/${link}`} className="block rounded-item bg-fill p-3 active:bg-track">
                <span className="block text-13 font-semibold">
                  [{n}] {title}
                </span>
                <Prose html={html} className="ai-source text-12 text-ink-2" />
              </a>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/**
 * Links to where the student can ask a question that the materials do not answer: the search, a discussion with the
 * teacher, the class.
 */
function Elsewhere({ turn: { question, sources } }: { turn: ShownTurn }) {
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <a
        href={`#${pageUrl('pages/search/index', { keyword: [...question].slice(0, 50).join('') })}`}
        className={buttonClass('line', 'small')}
      >
        去搜索
      </a>
      <a href={`#${discussionUrl(question, sources)}`} className={buttonClass('line', 'small')}>
        问老师和同学
      </a>
      <a href={`#${pageUrl('pages/study/class')}`} className={buttonClass('line', 'small')}>
        我的班级
      </a>
    </p>
  )
}
