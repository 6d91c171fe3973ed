import Plus from 'lucide-react/icons/plus'
import { type Ref, useId, useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { KeyLabel } from '../../kit/key'

const longest = 1000

interface CommentBoxProps {
  value: string
  onChange(value: string): void
  onEnter(): void
  /** Returns the focus to the answer. */
  onLeave(): void
  inputRef: Ref<HTMLTextAreaElement>
  isPicking: boolean
  onPicking(open: boolean): void
}

/** Appends a phrase to the comment. */
export function withPhrase(comment: string, phrase: string): string {
  const before = comment.trimEnd()
  if (!before) return phrase
  const isEnded = /[。！？；，.!?;,]$/.test(before)
  return `${before}${isEnded ? '' : '；'}${phrase}`.slice(0, longest)
}

/** Field for the comment to the student, with a list of the grader's saved phrases. */
export function CommentBox({ value, onChange, onEnter, onLeave, inputRef, isPicking, onPicking }: CommentBoxProps) {
  const id = useId()
  const { data: phrases = [] } = useStaffCall('GET /staff/v1/grading_phrases', {}, { staleTime: 300_000 })
  const save = useStaffAction('POST /staff/v1/grading_phrase_save', { changes: ['GET /staff/v1/grading_phrases'] })
  const use = (text: string) => {
    onChange(withPhrase(value, text))
    // Saving a phrase again counts its use, so that frequent phrases come first.
    void save.run({ text })
  }
  return (
    <div>
      <div className="mb-1 flex items-center justify-between">
        <label htmlFor={id} className="text-12 text-ink-3">
          评语（学生可见）
        </label>
        <KeyLabel>C</KeyLabel>
      </div>
      <textarea
        ref={inputRef}
        id={id}
        rows={2}
        maxLength={longest}
        value={value}
        aria-keyshortcuts="C"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // Enter that confirms text of an input method (IME) must not save the score.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'Escape') onLeave()
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            onEnter()
          }
        }}
        className="block w-full resize-y rounded-cover bg-fill px-3 py-2 text-[1rem] desk:text-13"
      />
      <div className="mt-2 flex flex-wrap gap-1.5">
        {phrases.slice(0, 3).map(({ id: phrase, text }) => (
          <button
            key={phrase}
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => use(text)}
            className="max-w-full truncate rounded-full bg-fill px-3 py-1 text-12 text-ink-2 hover:bg-track max-desk:min-h-11"
          >
            {text}
          </button>
        ))}
        <button
          type="button"
          aria-keyshortcuts="P"
          onClick={() => onPicking(true)}
          className="flex items-center gap-1 rounded-full bg-fill px-3 py-1 text-12 text-ink-2 hover:bg-track max-desk:min-h-11"
        >
          <Plus size={13} />
          常用评语
          <KeyLabel>P</KeyLabel>
        </button>
      </div>
      <PhrasePicker
        open={isPicking}
        comment={value}
        phrases={phrases}
        onClose={() => onPicking(false)}
        onPick={(text) => {
          onPicking(false)
          use(text)
        }}
        onSave={(text) => void save.run({ text })}
      />
    </div>
  )
}

interface PickerProps {
  open: boolean
  comment: string
  phrases: { id: string; text: string }[]
  onClose(): void
  onPick(text: string): void
  onSave(text: string): void
}

/** Dialog with all saved phrases; keys 1 to 9 choose the first nine. */
function PhrasePicker({ open, comment, phrases, onClose, onPick, onSave }: PickerProps) {
  const [typed, setTyped] = useState('')
  const remove = useStaffAction('POST /staff/v1/grading_phrase_delete', { changes: ['GET /staff/v1/grading_phrases'] })
  const text = typed.trim()
  const add = () => {
    if (!text) return
    onSave(text)
    setTyped('')
  }
  return (
    <Dialog open={open} onClose={onClose} title="常用评语" note="按数字选用，只有你自己看得到这张表">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: digit keys choose one of the buttons inside */}
      <div
        onKeyDown={(event) => {
          const phrase = /^[1-9]$/.test(event.key) ? phrases[Number(event.key) - 1] : undefined
          if (!phrase || event.target instanceof HTMLInputElement) return
          event.preventDefault()
          onPick(phrase.text)
        }}
      >
        {phrases.length === 0 && <p className="py-2 text-ink-3">还没有常用评语，在下面写一条</p>}
        <ul>
          {phrases.map((phrase, at) => (
            <li key={phrase.id} className="flex items-center gap-2">
              <button
                type="button"
                data-autofocus={at === 0 ? true : undefined}
                aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
                onClick={() => onPick(phrase.text)}
                className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-item px-2 text-left hover:bg-fill"
              >
                <span aria-hidden="true" className="w-4 shrink-0 text-center text-12 text-ink-3">
                  {at < 9 ? at + 1 : ''}
                </span>
                <span className="min-w-0 flex-1">{phrase.text}</span>
              </button>
              <ConsoleButton
                kind="quiet"
                size="tiny"
                aria-label={`删除“${phrase.text}”`}
                onClick={() => void remove.run({ id: phrase.id })}
              >
                删除
              </ConsoleButton>
            </li>
          ))}
        </ul>
        <div className="mt-2 flex gap-2">
          <input
            aria-label="新的常用评语"
            type="search"
            autoComplete="off"
            maxLength={300}
            value={typed}
            placeholder="写一条新的"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) add()
            }}
            className="h-11 min-w-0 flex-1 rounded-cover bg-fill px-3 text-[1rem] desk:h-9 desk:text-13"
          />
          <ConsoleButton kind="line" onClick={add}>
            加入
          </ConsoleButton>
        </div>
        {comment.trim() && comment.trim().length <= 300 && (
          <ConsoleButton kind="quiet" size="small" className="mt-2" onClick={() => onSave(comment.trim())}>
            把现在的评语加入
          </ConsoleButton>
        )}
      </div>
    </Dialog>
  )
}
