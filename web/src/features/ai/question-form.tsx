import X from 'lucide-react/icons/x'
import { IconButton } from '../../ui/icon-button'
import { Composer } from './composer'
import { followUps } from './use-conversation'

/** Subject of a question to the AI: a selected passage or a question of a question bank. */
export interface Subject {
  quote: string
  chapter: string | undefined
  question: string | undefined
}

interface QuestionFormProps {
  /** Null if the user's question has no subject. */
  subject: Subject | null
  text: string
  busy: boolean
  closed: boolean
  /** Whether the user has asked today's maximum number of questions. */
  spent: boolean
  problem: string
  onChange(text: string): void
  onAsk(text: string): void
  onStop(): void
  onDropSubject(): void
}

/** Input for a question, with its subject and, if the user cannot ask, the reason. */
export function QuestionForm(props: QuestionFormProps) {
  const { subject, text, busy, closed, spent, problem, onChange, onAsk, onStop, onDropSubject } = props
  return (
    <div className="pb-safe hairline-t sticky bottom-0 z-10 bg-card">
      <div className="mx-auto max-w-180 px-4">
        {subject && (
          <div className="mt-2 flex items-start gap-2 rounded-item bg-fill py-1 pl-3">
            <p className="line-clamp-2 min-w-0 flex-1 py-2 text-13 text-ink-2">
              {subject.question ? '关于一道题目' : subject.quote}
            </p>
            <IconButton label="不问这段" onClick={onDropSubject} className="text-ink-3">
              <X aria-hidden="true" size={18} />
            </IconButton>
          </div>
        )}
        <p role="alert" className="text-13 text-danger">
          {closed
            ? '你有考试正在进行，AI 助学暂时关闭，交卷后恢复。'
            : spent
              ? '今天的提问次数用完了，明天再来吧。'
              : problem}
        </p>
        {subject && !closed && !spent && (
          <button
            type="button"
            onClick={() => onAsk('')}
            className="mt-2 min-h-11 rounded-full bg-primary-soft px-4 text-13 text-primary"
          >
            {subject.question ? '讲讲这道题' : followUps.ask}
          </button>
        )}
        <Composer
          value={text}
          onChange={onChange}
          busy={busy}
          disabled={closed || spent}
          onSend={() => onAsk(text.trim())}
          onStop={onStop}
        />
      </div>
    </div>
  )
}
