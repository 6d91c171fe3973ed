import type { PublicQuestion } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { invalidateCalls, useCall } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/radio-group'
import { Sheet } from '../../ui/sheet'
import { Skeleton } from '../../ui/skeleton'
import { Textarea } from '../../ui/textarea'
import { QuestionDiscuss } from '../community/question-discuss'
import { correctionText, type Fault, faultNames } from './correction'

type Tool = 'discuss' | 'note' | 'correct'

interface QuestionToolsProps {
  question: PublicQuestion
  /** Title of the bank or book, for a report. */
  from: string
  /** Whether the result is shown. Only then are discussions offered, because they reveal the answer. */
  answered: boolean
  /** Shows the text of the user's note, not only the button. */
  showsNote?: boolean
}

/** 讨论, 笔记 and 纠错 of a question. */
export function QuestionTools({ question, from, answered, showsNote }: QuestionToolsProps) {
  const [tool, setTool] = useState<Tool | null>(null)
  const close = () => setTool(null)
  return (
    <div className="mt-4 flex flex-wrap gap-1 border-t border-line pt-2">
      {showsNote && <NoteText question={question.id} />}
      {answered && (
        <Button kind="text" size="small" onClick={() => setTool('discuss')}>
          讨论
        </Button>
      )}
      <Button kind="text" size="small" onClick={() => setTool('note')}>
        笔记
      </Button>
      <Button kind="text" size="small" onClick={() => setTool('correct')}>
        纠错
      </Button>
      <Sheet open={tool === 'discuss'} onClose={close} title="讨论">
        <QuestionDiscuss question={question.id} />
      </Sheet>
      {tool === 'note' && <NoteSheet question={question.id} onClose={close} />}
      {tool === 'correct' && <CorrectSheet question={question} from={from} onClose={close} />}
    </div>
  )
}

/** The user's note. Empty if there is no note or if it cannot be loaded, because the sheet reports errors. */
function NoteText({ question }: { question: string }) {
  const { data } = useCall('GET /v131/question_note', { question }, { staleTime: 0, supporting: true })
  if (!data?.text) return null
  return (
    <section aria-label="我的笔记" className="mt-1 mb-1 w-full rounded-item bg-amber-soft px-3 py-2 text-14">
      <h3 className="text-12 font-semibold text-amber">我的笔记</h3>
      <p className="user-text whitespace-pre-wrap">{data.text}</p>
    </section>
  )
}

function NoteSheet({ question, onClose }: { question: string; onClose(): void }) {
  const { data, error, refetch } = useCall('GET /v131/question_note', { question }, { fresh: true })
  if (!data) {
    return (
      <Sheet open onClose={onClose} title="笔记">
        {error ? (
          <p className="py-6 text-center text-14 text-ink-2">
            {error.msg}
            <Button kind="text" size="small" onClick={() => void refetch()}>
              重试
            </Button>
          </p>
        ) : (
          <Skeleton className="h-24 w-full rounded-card" />
        )}
      </Sheet>
    )
  }
  return <NoteForm question={question} saved={data.text} onClose={onClose} />
}

function NoteForm({ question, saved, onClose }: { question: string; saved: string; onClose(): void }) {
  const [text, setText, clear] = useDraft(`question-note:${question}`, saved)
  const { run, running } = useAction('POST /v131/question_note', {
    onDone: ({ text: saved }) => {
      clear()
      void invalidateCalls('GET /v131/question_note')
      toast(saved ? '已保存，在「我的笔记」里也能看到' : '已删除')
      onClose()
    },
  })
  return (
    <Sheet
      open
      onClose={onClose}
      title="笔记"
      footer={
        <Button block loading={running} onClick={() => void run({ question, text })}>
          保存
        </Button>
      }
    >
      <Textarea
        label="这道题的笔记"
        hideLabel
        placeholder="记下思路和容易错的地方，只有自己看得到"
        rows={5}
        maxLength={2000}
        value={text}
        onChange={setText}
      />
    </Sheet>
  )
}

interface CorrectSheetProps {
  question: PublicQuestion
  from: string
  onClose(): void
}

/** Reports an error in a question as feedback, which staff answer. */
function CorrectSheet({ question, from, onClose }: CorrectSheetProps) {
  const [fault, setFault] = useState<Fault>('answer')
  const [text, setText, clear] = useDraft(`question-correct:${question.id}`, '')
  const { run, running } = useAction('POST /v1/opinion', {
    onDone: () => {
      clear()
      toast('已提交，处理结果会通知你')
      onClose()
    },
  })
  const about = { id: question.id, type: typeNames[question.type], stem: question.stem, from }
  return (
    <Sheet
      open
      onClose={onClose}
      title="题目纠错"
      footer={
        <Button
          block
          loading={running}
          onClick={() => void run({ kind: 'content', text: correctionText(about, fault, text) })}
        >
          提交
        </Button>
      }
    >
      <RadioGroup
        label="哪里有问题"
        options={(Object.keys(faultNames) as Fault[]).map((value) => ({ value, title: faultNames[value] }))}
        value={fault}
        onChange={setFault}
      />
      <Textarea
        label="补充说明（选填）"
        placeholder="比如正确的应该是什么"
        rows={3}
        maxLength={200}
        value={text}
        onChange={setText}
      />
    </Sheet>
  )
}
