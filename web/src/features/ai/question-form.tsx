import type { AiMode } from '@dxx/contract/calls/ai'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../ui/icon-button'
import { Composer } from './composer'

/** A question that is asked by a tap. */
export interface Offer {
  mode: AiMode
  title: string
}

/** Subject of a question to the AI: a passage, a question of a bank, a program, a second of a lesson. */
interface Subject {
  label: string
  offers: readonly Offer[]
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
  /** Whether the AI guides the student by questions, so that the typed text answers the last one. */
  guided: boolean
  onChange(text: string): void
  onAsk(text: string): void
  onOffer(mode: AiMode): void
  onStop(): void
  onDropSubject(): void
}

/** Input for a question, with its subject and, if the user cannot ask, the reason. */
export function QuestionForm(props: QuestionFormProps) {
  const { subject, text, busy, closed, spent, problem, guided, onChange, onAsk, onOffer, onStop, onDropSubject } = props
  return (
    <div className="pb-safe hairline-t sticky bottom-0 z-10 bg-card">
      <div className="mx-auto max-w-180 px-4">
        {subject && (
          <div className="mt-2 flex items-start gap-2 rounded-item bg-fill py-1 pl-3">
            <p className="line-clamp-2 min-w-0 flex-1 py-2 text-13 text-ink-2">{subject.label}</p>
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
          <div className="mt-2 flex flex-wrap gap-2">
            {subject.offers.map(({ mode, title }) => (
              <button
                key={mode}
                type="button"
                disabled={busy}
                onClick={() => onOffer(mode)}
                className="min-h-11 rounded-full bg-primary-soft px-4 text-13 text-primary"
              >
                {title}
              </button>
            ))}
          </div>
        )}
        <Composer
          value={text}
          onChange={onChange}
          busy={busy}
          disabled={closed || spent}
          placeholder={guided ? '写下你的想法' : '问点什么，只从你的资料里找答案'}
          onSend={() => onAsk(text.trim())}
          onStop={onStop}
        />
      </div>
    </div>
  )
}
